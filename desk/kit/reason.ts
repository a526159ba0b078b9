/** Characters without surrounding blanks; the same bounds as the calls that take a reason. */
export const LONGEST_REASON = 500
const SHORTEST = 10

export function reasonProblem(reason: string): 'TOO_SHORT' | 'TOO_LONG' | undefined {
  const { length } = reason.trim()
  if (length < SHORTEST) return 'TOO_SHORT'
  return length > LONGEST_REASON ? 'TOO_LONG' : undefined
}
