const USUAL_S = 60
const MOST_S = 24 * 3_600

/**
 * For how many milliseconds a server wants to hear no errors. `X-Sentry-Rate-Limits` is `seconds:categories:…`, separated by
 * commas, where no category means every one; it may come with a 200 too. Without it a 429 has `Retry-After`, or a minute.
 */
export function silenceAsked({ status, headers }: Pick<Response, 'status' | 'headers'>, now: Date): number {
  const limits = headers.get('x-sentry-rate-limits')
  const seconds = limits === null ? (status === 429 ? retryAfter(headers.get('retry-after'), now) : 0) : longest(limits)
  return Math.min(Math.max(seconds, 0), MOST_S) * 1_000
}

function longest(limits: string): number {
  const ofErrors = limits.split(',').map((limit) => {
    const [seconds = '', categories = ''] = limit.trim().split(':')
    const concernsUs = categories === '' || categories.split(';').includes('error')
    return concernsUs ? countOf(seconds) : 0
  })
  return Math.max(0, ...ofErrors)
}

const countOf = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : USUAL_S)

function retryAfter(text: string | null, now: Date): number {
  if (text === null) return USUAL_S
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  const at = Date.parse(text)
  return Number.isNaN(at) ? USUAL_S : (at - now.getTime()) / 1_000
}
