import { inkOn } from '@cuida/core/brand/ink-on.ts'
import { escapeHtml } from './escape-html.ts'
import { NO_PERMISSIONS, trustedTypes } from './page-policy.ts'

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  ...trustedTypes(),
]

/** Headers of a page that fetches nothing; `script` is the digest of its only script. */
export const plainHeaders = (script?: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'permissions-policy': NO_PERMISSIONS,
  'content-security-policy': [...POLICY, ...(script ? [`script-src '${script}'`] : [])].join('; '),
})
export const PLAIN_HEADERS = plainHeaders()

/** The product's colours without any asset of the app, for pages that refuse entry or redirect. */
const STYLE = `:root{color-scheme:light dark;font:112.5%/1.5 system-ui,sans-serif;
background:light-dark(#fbf8f3,#121816);color:light-dark(#1b2624,#eef2ef)}
main{max-width:30em;margin:15vh auto;padding:0 20px}h1{font-size:1.375em;line-height:1.3;overflow-wrap:anywhere}
a{display:inline-block;padding:12px 0;color:inherit;font-weight:600}
a.press{padding:12px 20px;border-radius:12px;background:light-dark(#1b2624,#eef2ef);color:light-dark(#fbf8f3,#121816);
text-decoration:none}`

/** The button has the partner's colour, with an edge in case the background is nearly the same. */
const pressed = (brand: string) =>
  `a.press{background:${brand};color:${inkOn(brand)};box-shadow:0 0 0 1px light-dark(#1b262433,#eef2ef66)}`

interface PlainPage {
  locale: string
  /** The clinic's name. */
  name: string
  /** HTML: everything dynamic in it must be escaped already. */
  main: string
  script?: string
  /** The partner's colour, in hex. */
  brand?: string
}

export const plainPage = ({ locale, name, main, script, brand }: PlainPage): string => `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title><style>${STYLE}${brand ? pressed(brand) : ''}</style></head>
<body><main><p>${escapeHtml(name)}</p>${main}</main>${script ? `<script>${script}</script>` : ''}</body></html>`
