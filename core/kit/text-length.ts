/** The most that a partner may allow (`maximumLengthAllowed`): some pages, and no book. */
export const MOST_CHARACTERS = 10_000

/**
 * How long a text is, under a field and at the server alike: characters of Unicode, as JSON Schema and PostgreSQL count
 * them, and no blanks around it. What looks like one may be several, such as a family or a letter with an accent put on it.
 */
export const lengthOf = (text: string): number => [...text.trim()].length

export type LengthProblem = 'TOO_SHORT' | 'TOO_LONG'

/** What is wrong with how long a text is; undefined when nothing is. */
export function lengthProblem(text: string, least: number, most: number): LengthProblem | undefined {
  const length = lengthOf(text)
  if (length < least) return 'TOO_SHORT'
  return length > most ? 'TOO_LONG' : undefined
}
