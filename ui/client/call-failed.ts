import type { Call, RefusalCode } from '@cuida/core/kit/call.ts'

/** No answer came: no network, or none within the time limit. What the server did is unknown. */
export const OFFLINE = 'OFFLINE'

/** A call that did not succeed. Codes travel; the messages for them are under `<area>.<…>.<code>`. */
export class CallFailed extends Error {
  /** 0 when no answer came. */
  readonly status: number
  readonly code: string
  /** Path of an invalid field to its problem code. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait, when the server said so. */
  readonly retryAfter: number | undefined
  readonly traceId: string
  /** The whole problem, for calls whose refusals carry more (`maxSessionsToken`). */
  readonly data: Readonly<Record<string, unknown>>

  constructor(status: number, traceId: string, data: Record<string, unknown>, retryAfter?: number) {
    const code = typeof data.code === 'string' ? data.code : 'UNEXPECTED'
    super(`${status} ${code}`)
    this.name = 'CallFailed'
    this.status = status
    this.code = code
    this.traceId = typeof data.traceId === 'string' ? data.traceId : traceId
    this.fields = isStringRecord(data.fields) ? data.fields : {}
    this.retryAfter = retryAfter
    this.data = data
  }
}

const isStringRecord = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((word) => typeof word === 'string')

/** Try again: it says nothing of what was asked (request timeout, too early, too many). */
const PASSING = [408, 425, 429]

/** Whether the server itself has refused for good; a proxy's or a portal's page, which names no code of ours, has not. */
export const isFinalRefusal = (error: unknown): error is CallFailed =>
  error instanceof CallFailed &&
  error.status >= 400 &&
  error.status < 500 &&
  !PASSING.includes(error.status) &&
  error.code !== 'UNEXPECTED'

/** Whether a call was refused with this code, which it must declare. */
export function refusedWith<C extends Call>(_call: C, error: unknown, code: RefusalCode<C>): error is CallFailed {
  return error instanceof CallFailed && error.code === code
}

/** No answer, or the server is unavailable: the same message fits, "try again". */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CallFailed && (error.code === OFFLINE || error.status >= 500)
}

/** An answer, too: what was asked for is not there, or not for who asks. */
export const isGone = (error: unknown): boolean => error instanceof CallFailed && error.status === 404
