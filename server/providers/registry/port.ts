export { ProviderDown } from '../provider-down.ts'

/** What the registry of taxpayers says about a CPF. */
export type RegistryEntry =
  /** In order. `dateOfBirth` (YYYY-MM-DD) where the registry tells it. */
  | { kind: 'regular'; dateOfBirth: string | undefined }
  /** The registry keeps minors' data to itself: the number exists, nothing more can be known. */
  | { kind: 'minor' }
  /** Nobody's, suspended, cancelled, annulled, of somebody who has died, or not told in full. */
  | { kind: 'unusable' }

/** Looks up a CPF (eleven digits). Throws ProviderDown. Nothing of an answer is kept but what is returned here. */
export interface CpfRegistry {
  look(cpf: string): Promise<RegistryEntry>
}
