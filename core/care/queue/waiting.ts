import type { ActionDraft } from '../../consultation/status/actions.ts'
import { type ConsultationStatus, missedCalls } from '../../consultation/status/status.ts'

const STEP_MINUTES = 5
const MINUTE_MS = 60_000

/**
 * How much longer the patient waits than promised, in minutes and in steps of five; 0 while the promise holds. It
 * compares the shortest present forecast with the longest promised wait, so that no patient is warned needlessly.
 */
export function minutesPastPromisedWait(promisedBy: Date, soonestMinutes: number, now: Date): number {
  const over = (now.getTime() - promisedBy.getTime()) / MINUTE_MS + soonestMinutes
  return Math.max(0, Math.floor(over / STEP_MINUTES) * STEP_MINUTES)
}

/** Whole minutes since the start of an appointment that no clinician has called; undefined while it is on time. */
export function overdueMinutes(startTime: Date, now: Date): number | undefined {
  const minutes = Math.floor((now.getTime() - startTime.getTime()) / MINUTE_MS)
  return minutes >= 1 ? minutes : undefined
}

interface Wait {
  status: ConsultationStatus
  actions: readonly ActionDraft[]
}

/** A patient who was called and not reached can confirm their presence, which moves them to the front. */
export const canConfirmPresence = ({ status, actions }: Wait): boolean =>
  status === 'QUEUED' && missedCalls(actions) > 0

/** Only on-demand patients may wait away from the app; a patient with an appointment has a fixed time. */
export const canWaitAway = ({ status, type }: Pick<Wait, 'status'> & { type: string }): boolean =>
  status === 'QUEUED' && type === 'on-demand'

/** Queue position from which a patient who left the app is notified to return. */
export const NOTIFY_FROM_POSITION = 2
