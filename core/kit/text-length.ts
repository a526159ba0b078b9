/** Highest limit that a partner may set (`maximumLengthAllowed`). */
export const MAX_TEXT_LENGTH = 10_000

/**
 * Length of a text for clients and server: Unicode code points without surrounding blanks, as JSON Schema and
 * PostgreSQL count them. One visible character may be several, such as a family emoji or a letter with a combining
 * accent.
 */
export const lengthOf = (text: string): number => [...text.trim()].length

export type LengthProblem = 'TOO_SHORT' | 'TOO_LONG'

/** The problem of a text's length; undefined for none. */
export function lengthProblem(text: string, least: number, most: number): LengthProblem | undefined {
  const length = lengthOf(text)
  if (length < least) return 'TOO_SHORT'
  return length > most ? 'TOO_LONG' : undefined
}
