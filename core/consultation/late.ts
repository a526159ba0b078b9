import type { CareRules } from '../brand/care-rules.ts'
import type { Booking } from './booking-shape.ts'
import type { Happened } from './status/actions.ts'

const MINUTE_MS = 60_000

/**
 * How a booked start stands that nobody has taken (C10.1). `late`: the patient is told who and since when, and a
 * colleague of the same product may take it. `choice`: the patient chooses what becomes of it. `release`: without a choice
 * it is cancelled. Exactly so many minutes after the start is so late already.
 */
export type Lateness = 'on-time' | 'late' | 'choice' | 'release'

export function latenessOf({ status, type, startTime, actions }: Booking, rules: CareRules, now: Date): Lateness {
  if (status !== 'QUEUED' || type !== 'scheduled' || startTime === null || !isUntaken(actions)) return 'on-time'
  const minutes = (now.getTime() - new Date(startTime).getTime()) / MINUTE_MS
  if (minutes >= rules.releaseMinutes) return 'release'
  if (minutes >= rules.chooseMinutes) return 'choice'
  return minutes >= rules.lateMinutes ? 'late' : 'on-time'
}

/**
 * Nobody has come to them since they began to wait for this time: who was called and not reached was not kept waiting.
 * Who was put back in the line waits anew.
 */
export const isUntaken = (actions: readonly Happened[]): boolean =>
  actions.slice(actions.findLastIndex(({ type }) => type === 'QUEUED') + 1).every(({ type }) => type !== 'ASSIGNED')

/** The notice that a booking asks for binds nobody whom the clinic keeps waiting. */
export const mayChoose = (lateness: Lateness): boolean => lateness === 'choice' || lateness === 'release'
