import type { StaffRole } from './staff-api.ts'

/**
 * Whether an invitation waits for another manager's yes (docs/decisions/0061): of everybody at an address that is not the
 * clinic's. Where the clinic has not said which addresses are its own, of whoever is to manage it.
 */
export function needsSecondManager(
  { email, role }: { email: string; role: StaffRole },
  domains: readonly string[] | undefined,
): boolean {
  if (!domains) return role.includes('clinical-manager')
  // Letters for letters: a subdomain is another one, as anybody may have been given it.
  return !domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}
