/** Characters, blanks around it not counted: the same bounds as the calls that ask why. */
export const LONGEST_REASON = 500
const SHORTEST = 10

/** What is wrong with why somebody does something, if anything is. */
export function reasonProblem(reason: string): 'TOO_SHORT' | 'TOO_LONG' | undefined {
  const { length } = reason.trim()
  if (length < SHORTEST) return 'TOO_SHORT'
  return length > LONGEST_REASON ? 'TOO_LONG' : undefined
}
