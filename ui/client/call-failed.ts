import type { Call, RefusalCode } from '@cuida/core/kit/call.ts'

/** No reply: no network, or a timeout. Whether the server processed the request is unknown. */
export const OFFLINE = 'OFFLINE'

/** A failed call. It has a code; the messages are under `<area>.<…>.<code>`. */
export class CallFailed extends Error {
  /** 0 without a reply. */
  readonly status: number
  readonly code: string
  /** Problem codes by the path of the invalid field. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait, if the server sent `Retry-After`. */
  readonly retryAfter: number | undefined
  readonly traceId: string
  /** The whole problem document, for refusals with further data (`maxSessionsToken`). */
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
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string')

/** Statuses that are worth a retry (request timeout, too early, too many requests). */
const PASSING = [408, 425, 429]

/**
 * Whether our server refused finally. A page from a proxy or a captive portal has no code of ours and does not count.
 */
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

/** No reply, or the server is unavailable: both get the message "try again". */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CallFailed && (error.code === OFFLINE || error.status >= 500)
}

/** The reply was 404: the resource does not exist, or not for this user. */
export const isGone = (error: unknown): boolean => error instanceof CallFailed && error.status === 404
