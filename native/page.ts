import type { NativeApp } from './app.ts'

/** iOS serves the pages under a scheme of its own, which some versions do not match with 'self'. */
const OWN = "'self' capacitor://localhost"

type PageSettings = Pick<
  NativeApp,
  'apiUrl' | 'paymentOrigin' | 'helpOrigin' | 'appName' | 'linkHost' | 'storePage' | 'playPage' | 'environment'
> & {
  /** Whether the partner's Firebase configuration goes into the Android build (google-services.ts). */
  firebase?: boolean
}

/**
 * Fills the placeholders of `web/vite/native.ts`: the partner's settings, and a content security policy limited to
 * the partner's origins.
 */
export function fillPage(html: string, app: PageSettings): string {
  const script = /data-script="([^"]+)"/.exec(html)?.[1]
  if (!script) throw new Error('The built page names no script hash: was it built with --mode native?')
  const { apiUrl, linkHost, storePage, playPage, firebase, environment } = app
  return html
    .replace(/ data-script="[^"]+"/, '')
    .replace('%POLICY%', () => policyOf(app, script))
    .replace('%APP%', () => escaped(JSON.stringify({ apiUrl, linkHost, storePage, playPage, firebase, environment })))
    .replace('%NAME%', () => escaped(app.appName))
}

function policyOf({ apiUrl, paymentOrigin, helpOrigin }: PageSettings, script: string): string {
  const calls = apiUrl.replace(/^http/, 'ws')
  return [
    "default-src 'none'",
    `script-src ${OWN} '${script}'`,
    `style-src ${OWN} 'unsafe-inline'`,
    `img-src ${OWN} data: blob: ${apiUrl}`,
    `font-src ${OWN}`,
    `connect-src ${OWN} ${apiUrl} ${calls}`,
    // The card form (docs/decisions/0032), and the help chat where the partner has one.
    `frame-src ${[paymentOrigin, helpOrigin].filter(Boolean).join(' ')}`,
    `media-src ${OWN} blob: ${apiUrl}`,
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
    // Matches the server's policy for the same pages (server/pages/page-policy.ts); the one exception is for the push
    // worker.
    "require-trusted-types-for 'script'",
    'trusted-types push-worker',
  ].join('; ')
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
