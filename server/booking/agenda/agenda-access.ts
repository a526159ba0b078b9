import type { StaffCaller } from '../../kit/session/caller.ts'

/** The clinician whose agenda the caller may see: undefined for all, null for none. */
export function visibleClinicianId({ role, clinicianId }: StaffCaller): string | null | undefined {
  return role.includes('clinical-manager') ? undefined : clinicianId
}

export function canSeeAgenda(caller: StaffCaller, clinicianId: string): boolean {
  const visibleId = visibleClinicianId(caller)
  return visibleId === undefined || visibleId === clinicianId
}
