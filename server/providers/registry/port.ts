import type { Checkable } from '../provider-check.ts'

export { ProviderDown } from '../provider-down.ts'

export type RegistryEntry =
  /** In good standing. `dateOfBirth` (YYYY-MM-DD) where the registry returns it. */
  | { kind: 'regular'; dateOfBirth: string | undefined }
  /** The number exists; the registry discloses nothing else about minors. */
  | { kind: 'minor' }
  /** Unknown, suspended, cancelled, annulled, of a deceased person, or answered incompletely. */
  | { kind: 'unusable' }

/** Queries a CPF (eleven digits). Throws ProviderDown. Nothing else of the response is kept. */
export interface CpfRegistry extends Checkable {
  lookUp(cpf: string): Promise<RegistryEntry>
}
