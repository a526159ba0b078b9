/** Characters without surrounding blanks; the same bounds as the calls that take a reason. */
export const MAX_REASON_LENGTH = 500
const MIN_REASON_LENGTH = 10

export function reasonProblem(reason: string): 'TOO_SHORT' | 'TOO_LONG' | undefined {
  const { length } = reason.trim()
  if (length < MIN_REASON_LENGTH) return 'TOO_SHORT'
  return length > MAX_REASON_LENGTH ? 'TOO_LONG' : undefined
}
