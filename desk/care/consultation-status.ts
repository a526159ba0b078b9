import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { afterCancelling } from '@cuida/core/consultation/cancelling.ts'
import type { Action } from '@cuida/core/consultation/status/actions.ts'
import type { CallEvent, CloseOutcome } from '@cuida/core/consultation/status/closing.ts'
import { nextMissedCallAllowedAt } from '@cuida/core/consultation/status/missed.ts'
import { afterCall, afterClosing, afterTransfer } from '@cuida/core/consultation/status/steps.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'
import type { TimelineStepState } from '@cuida/ui/Timeline/Timeline.tsx'

interface Chip {
  key: string
  tone: ChipTone
  icon: IconName
}

const CHIPS: Record<string, Pick<Chip, 'tone' | 'icon'>> = {
  QUEUED: { tone: 'neutral', icon: 'clock' },
  ACTIVE: { tone: 'accent', icon: 'user' },
  CLOSING: { tone: 'accent', icon: 'pencil' },
  CLOSED: { tone: 'success', icon: 'check' },
  CLOSED_WITH_ERROR: { tone: 'warning', icon: 'warning' },
  CANCELLED: { tone: 'neutral', icon: 'close' },
}

/** The status chip of a consultation. */
export function consultationChip({ status, queueColumn }: DeskConsultation): Chip {
  const appearance = CHIPS[status] ?? { tone: 'neutral', icon: 'info' }
  return {
    ...appearance,
    key: status === 'QUEUED' && queueColumn === 'agenda' ? 'desk.status.BOOKED' : `desk.status.${status}`,
  }
}

/** From when another unanswered call counts as missed, in ms; undefined: now. */
export const nextMissedCallAt = ({ actions }: DeskConsultation): number | undefined =>
  nextMissedCallAllowedAt(actions, serverNow())

/** Whether this call event is allowed now, by the rule that the server applies. */
export function canRecordCallEvent(
  consultation: DeskConsultation,
  medium: 'video' | 'phone',
  event: CallEvent,
): boolean {
  const isLine = medium === 'phone' && consultation.phoneCall !== null
  // A voicemail may have answered the line; and a patient whose phone did not ring has not missed a call.
  if (isLine && event === 'failed' && !consultation.phoneCall?.rung) return false
  if (event === 'failed' && nextMissedCallAt(consultation)) return false
  const answered = medium === 'video' && consultation.callState === 'ongoing'
  return afterCall(consultation, { medium, event }, { by: 'CLINICIAN', answered }) !== undefined
}

/** Whether this event ends the consultation, as the last unanswered call does. */
export const endsConsultation = (
  consultation: DeskConsultation,
  medium: 'video' | 'phone',
  event: CallEvent,
): boolean => afterCall(consultation, { medium, event }, { by: 'CLINICIAN', answered: false })?.status === 'CANCELLED'

/**
 * A clinician may cancel a consultation that they hold, and any booked one that they see, as those of others are not
 * shown.
 */
export const mayCancel = (consultation: DeskConsultation): boolean =>
  (consultation.heldByMe || (consultation.type === 'scheduled' && consultation.status === 'QUEUED')) &&
  afterCancelling(consultation, 'CLINICIAN') !== undefined

export const mayClose = (consultation: DeskConsultation, outcome: CloseOutcome): boolean =>
  afterClosing(consultation, outcome, 'CLINICIAN') !== undefined

export const canTransfer = (consultation: DeskConsultation): boolean =>
  consultation.heldByMe && afterTransfer(consultation, 'CLINICIAN') !== undefined

/** The medium of the current or latest attempt, to which "we talked" refers. */
export function completableMedium(consultation: DeskConsultation): 'video' | 'phone' | undefined {
  return (['video', 'phone'] as const).find((medium) => canRecordCallEvent(consultation, medium, 'completed'))
}

/** The medium of the last recorded talk, to which the undo refers. */
export function recordedMedium(consultation: DeskConsultation): 'video' | 'phone' | undefined {
  return (['video', 'phone'] as const).find((medium) => canRecordCallEvent(consultation, medium, 'taken-back'))
}

/** The timeline state of an action in the history. */
export function timelineStepOf({ type }: Action): TimelineStepState {
  if (type === 'CANCELLED' || type.endsWith('_CANCELLED')) return 'cancelled'
  return type === 'CLOSED_WITH_ERROR' || type.endsWith('_FAILED') ? 'failed' : 'done'
}
