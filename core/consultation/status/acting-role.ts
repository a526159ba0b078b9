import type { StaffRole } from '../../access/team/staff-api.ts'
import type { ActionRole } from './actions.ts'

/** Who of a person's role stands on an action of a consultation (A3.14); a manager who is no clinician acts on none. */
const ACTS_AS: Readonly<Record<Exclude<Role, 'clinical-manager'>, ActionRole>> = {
  patient: 'PATIENT',
  clinician: 'CLINICIAN',
  'clinician-and-clinical-manager': 'CLINICIAN_AND_CLINICAL_MANAGER',
  machine: 'SYSTEM',
}

export const actsAs = (role: Role): ActionRole | undefined => (role === 'clinical-manager' ? undefined : ACTS_AS[role])

/** A3.14. `machine` is nobody: what jobs, sweeps and webhooks do. */
type Role = 'patient' | StaffRole | 'machine'
