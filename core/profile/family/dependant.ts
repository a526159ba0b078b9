import type { DependantDetails } from './dependant-api.ts'

type Identity = Pick<DependantDetails, 'dateOfBirth' | 'cpf' | 'document'>

/**
 * Whether a correction would make the record another person's, or keep a grown-up's care within reach: another birthday,
 * or another number than the one that was given. Giving a number that was missing is none.
 */
export function changesIdentity(before: Identity, after: Identity): boolean {
  if (after.dateOfBirth !== before.dateOfBirth) return true
  if (before.cpf !== null && after.cpf !== before.cpf) return true
  const had = before.document
  const has = after.document
  return had !== null && (has?.documentNumber !== had.documentNumber || has.documentType !== had.documentType)
}
