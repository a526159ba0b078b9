import type { Happened } from '../../consultation/status/actions.ts'
import { type ConsultationStatus, missedCalls } from '../../consultation/status/status.ts'

const STEP_MINUTES = 5
const MINUTE_MS = 60_000

/**
 * How much longer somebody waits than they were told, in minutes and in steps of five; 0 while the word still holds. The
 * soonest that the queue says is set against the latest that was promised: nobody is told that they are late for nothing.
 */
export function lateness(promisedBy: Date, soonestMinutes: number, now: Date): number {
  const over = (now.getTime() - promisedBy.getTime()) / MINUTE_MS + soonestMinutes
  return Math.max(0, Math.floor(over / STEP_MINUTES) * STEP_MINUTES)
}

/** How many minutes a booked time has been past without anybody calling; undefined while it is on time, to the minute. */
export function overdueMinutes(startTime: Date, now: Date): number | undefined {
  const minutes = Math.floor((now.getTime() - startTime.getTime()) / MINUTE_MS)
  return minutes >= 1 ? minutes : undefined
}

interface Wait {
  status: ConsultationStatus
  actions: readonly Happened[]
}

/** "I'm here" is for who was called and not reached: it puts them in front. */
export const canConfirmPresence = ({ status, actions }: Wait): boolean =>
  status === 'QUEUED' && missedCalls(actions) > 0

/** Whom it is for to leave the app: they wait for the next clinician, not for an hour of their own. */
export const mayLeave = ({ status, type }: Pick<Wait, 'status'> & { type: string }): boolean =>
  status === 'QUEUED' && type === 'on-demand'

/** From this place on, who left the app is told to come back. */
export const NEAR = 2
