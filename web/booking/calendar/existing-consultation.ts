import { ExistingConsultation } from '@cuida/core/booking/cart/api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import * as v from 'valibot'
import { pathOf } from '../../routes.ts'

/** The consultation that the patient has in these minutes already, where a call was refused for it. */
export function existingConsultationIn(error: unknown): ExistingConsultation | undefined {
  if (!(error instanceof CallFailed) || error.code !== 'CONSULTATION_OVERLAPS') return undefined
  const { existing } = error.data
  return v.is(ExistingConsultation, existing) ? existing : undefined
}

/** Where it is shown; before its payment has begun it has no screen of its own. */
export const existingConsultationPath = (existing: ExistingConsultation | undefined): string =>
  existing?.consultationId ? pathOf('consultation', { id: existing.consultationId }) : pathOf('consultations')
