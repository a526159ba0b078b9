/** The same bounds as the call declarations. */
export function sentenceProblem(text: string, least = 10): 'TOO_SHORT' | 'TOO_LONG' | undefined {
  const length = text.trim().length
  if (length < least) return 'TOO_SHORT'
  return length > 500 ? 'TOO_LONG' : undefined
}
