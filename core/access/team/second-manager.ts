import type { StaffRole } from './staff-api.ts'

/**
 * Whether an invitation needs another manager's approval (docs/decisions/0061): for an e-mail address outside the
 * clinic's domains or, without a list of domains, for every new manager.
 */
export function needsSecondManager(
  { email, role }: { email: string; role: StaffRole },
  domains: readonly string[] | undefined,
): boolean {
  if (!domains) return role.includes('clinical-manager')
  // Exact match: a subdomain may be in other hands.
  return !domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}
