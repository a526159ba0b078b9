import type { StaffCaller } from '../../kit/session/caller.ts'

/** Whose agenda somebody may see: undefined is everybody's, null nobody's. */
export function mineOnly({ role, clinicianId }: StaffCaller): string | null | undefined {
  return role.includes('clinical-manager') ? undefined : clinicianId
}

/** Whether this agenda is one of them. */
export function isMine(caller: StaffCaller, clinicianId: string): boolean {
  const mine = mineOnly(caller)
  return mine === undefined || mine === clinicianId
}
