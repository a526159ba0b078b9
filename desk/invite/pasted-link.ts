import { tidyPasted } from '@cuida/core/kit/pasted-text.ts'
import { parseUrl } from '@cuida/ui/words/parse-url.ts'

const TOKEN = /^[\w-]{16,128}$/

/** What makes a link good, of the whole address or of itself. */
export function tokenIn(pasted: string): string | undefined {
  const text = tidyPasted(pasted)
  const token = text.includes(':') ? parseUrl(text)?.searchParams.get('token') : text
  return token && TOKEN.test(token) ? token : undefined
}

/** Of a link that was found good. */
export const takeBackOf = ({ link, reason }: { link: string; reason: string }) => ({
  token: tokenIn(link) ?? '',
  reason: reason.trim(),
})
