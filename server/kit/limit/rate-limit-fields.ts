import { AsyncLocalStorage } from 'node:async_hooks'

/** The field names of the IETF's draft (draft-ietf-httpapi-ratelimit-headers). */
export const RATE_LIMIT_FIELDS = ['ratelimit', 'ratelimit-policy'] as const

interface Policy {
  name: string
  most: number
  seconds: number
}
interface Use {
  count: number
  /** Seconds to the end of the window. */
  retryAfter: number
}
type SendFields = (fields: Record<(typeof RATE_LIMIT_FIELDS)[number], string>) => void

interface Request {
  /** Keys whose uses the client may learn of. */
  ownKeys: () => readonly string[]
  send: SendFields
  uses: Map<string, Policy & Use>
}
const request = new AsyncLocalStorage<Request>()

/**
 * Reports the limits that this request uses in the fields `RateLimit` and `RateLimit-Policy` of its answer. Only limits
 * that are kept for the client itself are reported: by its address, or by the account, member of staff or API key that
 * signed in. Those of a phone number, an account name or of everybody would tell what others do, and who has an account.
 */
export const reportLimits = <T>(ownKeys: () => readonly string[], send: SendFields, work: () => T): T =>
  request.getStore() ? work() : request.run({ ownKeys, send, uses: new Map() }, work)

export function reportUse({ name, most, seconds }: Policy, limitKey: string, { count, retryAfter }: Use): void {
  const current = request.getStore()
  if (!current?.ownKeys().includes(limitKey)) return
  const { uses, send } = current
  uses.set(name, { name, most, seconds, count, retryAfter })
  const strictestFirst = [...uses.values()].sort((a, b) => remainingOf(a) - remainingOf(b))
  send({
    ratelimit: strictestFirst.map((use) => `"${use.name}";r=${remainingOf(use)};t=${use.retryAfter}`).join(', '),
    'ratelimit-policy': strictestFirst.map((use) => `"${use.name}";q=${use.most};w=${use.seconds}`).join(', '),
  })
}

const remainingOf = ({ most, count }: Policy & Use): number => Math.max(0, most - count)
