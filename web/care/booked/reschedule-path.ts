import { pathOf } from '../../routes.ts'

/** Path to reschedule a consultation, with a chosen clinician. */
export const reschedulePath = (id: string, clinicianId: string): string =>
  pathOf('reschedule', { id }, { clinician: clinicianId })
