import { pathOf } from '../../routes.ts'

/** Another time for a consultation, at a clinician of choice. */
export const movePath = (id: string, clinicianId: string): string =>
  pathOf('reschedule', { id }, { clinician: clinicianId })
