import type { StaffRole } from '../../access/team/staff-api.ts'
import type { ActionRole } from './actions.ts'

/** The role recorded on an action for a person's role (A3.14); a manager who is not a clinician records none. */
const ACTS_AS: Readonly<Record<Exclude<Role, 'clinical-manager'>, ActionRole>> = {
  patient: 'PATIENT',
  clinician: 'CLINICIAN',
  'clinician-and-clinical-manager': 'CLINICIAN_AND_CLINICAL_MANAGER',
  machine: 'SYSTEM',
}

export const actsAs = (role: Role): ActionRole | undefined => (role === 'clinical-manager' ? undefined : ACTS_AS[role])

/** A3.14. `machine`: jobs and webhooks. */
type Role = 'patient' | StaffRole | 'machine'
