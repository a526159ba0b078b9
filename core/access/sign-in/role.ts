import type { StaffRole } from '../team/staff-api.ts'

/** A3.14. `machine` is nobody: what jobs, sweeps and webhooks do. */
export type Role = 'patient' | StaffRole | 'machine'
