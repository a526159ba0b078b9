import { escaped } from './escaped.ts'

/** Knows the sentence of each language. */
type Say = (locale: string) => Promise<string>

/** For who has scripts off, beside a page that scripts draw or wake up: why nothing happens. */
export const withoutScripts = async (locales: readonly string[], translate: Say): Promise<string> =>
  `<noscript>${await inEach(locales, translate)}</noscript>`

/** For a browser that is older than the app can run on (docs/browsers.md); `ui/client/old-browser-script.ts` shows it. */
export const onOldBrowsers = async (locales: readonly string[], translate: Say): Promise<string> =>
  `<div id="old-browser" role="alert" hidden>${await inEach(locales, translate)}</div>`

/** In every language that the page may be read in; what two of them say alike is said once. */
async function inEach(locales: readonly string[], translate: Say): Promise<string> {
  const said = new Map<string, string>()
  for (const locale of locales) {
    const sentence = await translate(locale)
    if (!said.has(sentence)) said.set(sentence, locale)
  }
  return [...said].map(([sentence, locale]) => `<p lang="${locale}">${escaped(sentence)}</p>`).join('')
}
