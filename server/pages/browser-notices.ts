import { escapeHtml } from './escape-html.ts'

/** Returns the sentence in a language. */
type Say = (locale: string) => Promise<string>

/** The `noscript` text: why the page does not work without scripts. */
export const noscriptNotice = async (locales: readonly string[], translate: Say): Promise<string> =>
  `<noscript>${await inEach(locales, translate)}</noscript>`

/**
 * The hidden message for a browser older than the app supports (docs/browsers.md); `ui/client/old-browser-script.ts`
 * shows it.
 */
export const oldBrowserNotice = async (locales: readonly string[], translate: Say): Promise<string> =>
  `<div id="old-browser" role="alert" hidden>${await inEach(locales, translate)}</div>`

/** The text in every language of the page; languages with the same text show it once. */
async function inEach(locales: readonly string[], translate: Say): Promise<string> {
  const said = new Map<string, string>()
  for (const locale of locales) {
    const sentence = await translate(locale)
    if (!said.has(sentence)) said.set(sentence, locale)
  }
  return [...said].map(([sentence, locale]) => `<p lang="${locale}">${escapeHtml(sentence)}</p>`).join('')
}
