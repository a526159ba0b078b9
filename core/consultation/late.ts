import type { CareRules } from '../brand/care-rules.ts'
import type { Booking } from './booking-shape.ts'
import type { ActionDraft } from './status/actions.ts'

const MINUTE_MS = 60_000

/**
 * How late an appointment is that no clinician has taken (C10.1). `late`: the patient sees the clinician and the delay,
 * and a colleague of the same product may take it. `choice`: the patient chooses how to go on. `release`: without a
 * choice it is cancelled. Each begins exactly at its limit.
 */
export type Lateness = 'on-time' | 'late' | 'choice' | 'release'

export function latenessOf({ status, type, startTime, actions }: Booking, rules: CareRules, now: Date): Lateness {
  if (status !== 'QUEUED' || type !== 'scheduled' || startTime === null || !isUnattended(actions)) return 'on-time'
  const minutes = (now.getTime() - new Date(startTime).getTime()) / MINUTE_MS
  if (minutes >= rules.releaseMinutes) return 'release'
  if (minutes >= rules.chooseMinutes) return 'choice'
  return minutes >= rules.lateMinutes ? 'late' : 'on-time'
}

/**
 * Whether no clinician has come since the patient began to wait for this time. A missed call does not count as
 * waiting;
 * a requeued patient starts a new wait.
 */
export const isUnattended = (actions: readonly ActionDraft[]): boolean =>
  actions.slice(actions.findLastIndex(({ type }) => type === 'QUEUED') + 1).every(({ type }) => type !== 'ASSIGNED')

/** The patient's choice is open, without a notice period. */
export const mayChoose = (lateness: Lateness): boolean => lateness === 'choice' || lateness === 'release'
