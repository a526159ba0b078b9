import { pathOf } from '../../routes.ts'

/** Another time for a consultation, at a clinician of choice. */
export const reschedulePath = (id: string, clinicianId: string): string =>
  pathOf('reschedule', { id }, { clinician: clinicianId })
