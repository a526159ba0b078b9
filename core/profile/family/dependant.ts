import type { DependantDetails } from './dependant-api.ts'

type Identity = Pick<DependantDetails, 'dateOfBirth' | 'cpf' | 'document'>

/**
 * Whether a correction could turn the record into another person's, or keep an adult's care accessible: another date of
 * birth, or another document number than the given one. Adding a missing number does not count.
 */
export function changesIdentity(before: Identity, after: Identity): boolean {
  if (after.dateOfBirth !== before.dateOfBirth) return true
  if (before.cpf !== null && after.cpf !== before.cpf) return true
  const had = before.document
  const has = after.document
  return had !== null && (has?.documentNumber !== had.documentNumber || has.documentType !== had.documentType)
}
