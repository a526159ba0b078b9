const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Markup that is safe to insert unescaped. */
export interface Markup {
  readonly markup: string
}

type Value = string | number | Markup | readonly Markup[]

const escaped = (value: Value): string => {
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map((each) => each.markup).join('')
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}

/** Every inserted value is escaped unless it is markup already. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return { markup: strings.reduce((text, part, i) => text + escaped(values[i - 1] ?? '') + part) }
}

const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1.5rem 1rem 3rem; background: light-dark(#f6f5f1, #161815); color: light-dark(#1d211c, #eceee9) }
main { max-width: 44rem; margin: 0 auto }
h1 { font-size: 1.5rem; line-height: 1.2 }
a { color: light-dark(#0b5c52, #7fd6c8) }
li, .card { background: light-dark(#fff, #20231f); border-radius: .75rem; padding: 1rem; margin: 0 0 .75rem; list-style: none; overflow-wrap: anywhere }
ol, ul { padding: 0 }
.faint { color: light-dark(#5a6158, #a9b1a6); font-size: .9375rem }
label { display: block; margin: 1rem 0 .25rem }
input, button { font: inherit; box-sizing: border-box; width: 100%; min-height: 3rem; border-radius: .5rem; padding: .5rem 1rem; border: 1px solid light-dark(#7b8278, #868e83) }
button { margin-top: .75rem; cursor: pointer; background: transparent; color: inherit; font-weight: 600 }
button.main { background: light-dark(#0b5c52, #7fd6c8); color: light-dark(#fff, #10201d); border-color: transparent }
:focus-visible { outline: 3px solid light-dark(#0b5c52, #7fd6c8); outline-offset: 2px }
table { border-collapse: collapse; width: 100% } td, th { text-align: start; padding: .375rem .5rem .375rem 0; vertical-align: top }
code { font-family: ui-monospace, monospace; white-space: nowrap }
h2 { font-size: 1.25rem; margin-top: 2rem }
li p, .card p { margin: .25rem 0 }
.said { white-space: pre-line }
`

/** A whole page without scripts and external assets. */
export function page({ lang, title, body, refresh }: { lang: string; title: string; body: Markup; refresh?: number }) {
  const again = refresh === undefined ? html`` : html`<meta http-equiv="refresh" content="${refresh}">`
  return html`<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${again}<title>${title}</title><style>${{ markup: STYLE }}</style></head>
<body><main>${body}</main></body></html>`.markup
}

/** The reader's first supported language; English otherwise. */
export function readerLanguage<L extends string>(
  accepted: string | undefined,
  supportedLanguages: readonly L[],
  fallback: L,
): L {
  const preferredLanguages = (accepted ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  for (const language of preferredLanguages) {
    const found = supportedLanguages.find((each) => each.slice(0, 2) === language)
    if (found) return found
  }
  return fallback
}
