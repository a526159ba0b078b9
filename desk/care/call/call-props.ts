import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { CallEvent, CallFailure } from '@cuida/core/consultation/status/closing.ts'

export type CallMedium = 'video' | 'phone'

export type RecordCallEvent = (medium: CallMedium, event: CallEvent, failure?: CallFailure) => void

export interface CallProps {
  consultation: DeskConsultation
  busy: (medium: CallMedium, event: CallEvent) => boolean
  recordEvent: RecordCallEvent
}
