import { escaped } from './escaped.ts'

/**
 * For who has scripts off, beside a page that scripts draw or wake up: why nothing happens, in every language that the
 * page may be read in. `say` knows the sentence of each; what two of them say alike is said once.
 */
export async function scriptless(
  locales: readonly string[],
  say: (locale: string) => Promise<string>,
): Promise<string> {
  const said = new Map<string, string>()
  for (const locale of locales) {
    const sentence = await say(locale)
    if (!said.has(sentence)) said.set(sentence, locale)
  }
  const sentences = [...said].map(([sentence, locale]) => `<p lang="${locale}">${escaped(sentence)}</p>`)
  return `<noscript>${sentences.join('')}</noscript>`
}
