const TOKEN = /^[\w-]{16,128}$/

/** What makes a link good, of the whole address or of itself. */
export function tokenIn(pasted: string): string | undefined {
  const text = pasted.trim()
  const token = URL.canParse(text) ? new URL(text).searchParams.get('token') : text
  return token && TOKEN.test(token) ? token : undefined
}

/** The same bounds as the calls'. */
export function reasonProblem(reason: string): 'TOO_SHORT' | 'TOO_LONG' | undefined {
  const { length } = reason.trim()
  if (length < 10) return 'TOO_SHORT'
  return length > 500 ? 'TOO_LONG' : undefined
}

/** Of a link that was found good. */
export const takeBackOf = ({ link, reason }: { link: string; reason: string }) => ({
  token: tokenIn(link) ?? '',
  reason: reason.trim(),
})
