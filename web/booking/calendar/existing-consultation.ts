import { ExistingConsultation } from '@cuida/core/booking/cart/api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import * as v from 'valibot'
import { pathOf } from '../../routes.ts'

/** The patient's overlapping consultation, when a call was refused with CONSULTATION_OVERLAPS. */
export function overlappingConsultation(error: unknown): ExistingConsultation | undefined {
  if (!(error instanceof CallFailed) || error.code !== 'CONSULTATION_OVERLAPS') return undefined
  const { existing } = error.data
  return v.is(ExistingConsultation, existing) ? existing : undefined
}

/** Path of its screen; before its payment starts it has no screen of its own. */
export const existingConsultationPath = (existing: ExistingConsultation | undefined): string =>
  existing?.consultationId ? pathOf('consultation', { id: existing.consultationId }) : pathOf('consultations')
