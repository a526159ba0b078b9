import type { Call } from '@cuida/core/kit/call.ts'
import { Refusal } from './refusal.ts'

/** A database that stays silent must not hold a reader for longer. */
const READ_MS = 4_500
/** Writes and files may wait for a provider, and a write that was given up runs on. */
const OTHER_MS = 25_000

export const answerDeadlineMs = ({ method, needs, file }: Call): number =>
  method === 'GET' && !needs && !file ? READ_MS : OTHER_MS

/**
 * Rejects with 503 when the work takes longer: on a broken network the database reports no end of its connections,
 * and its own statement timeout does not arrive.
 */
export function withinDeadline<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Refusal('UNAVAILABLE', 503, { retryAfter: 2 })), ms)
    work.finally(() => clearTimeout(timer)).then(resolve, reject)
  })
}
