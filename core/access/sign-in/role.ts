import type { StaffRole } from '../team/staff-api.ts'

/** Spec 1 §3 "Role". `machine` is nobody: what jobs, sweeps and webhooks do. */
export type Role = 'patient' | StaffRole | 'machine'
