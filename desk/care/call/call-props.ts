import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { CallEvent, CallFailure } from '@cuida/core/consultation/status/closing.ts'

export type Medium = 'video' | 'phone'

export type Tell = (medium: Medium, event: CallEvent, failure?: CallFailure) => void

export interface CallProps {
  consultation: DeskConsultation
  busy: (medium: Medium, event: CallEvent) => boolean
  tell: Tell
}
