import type { Checkable } from '../provider-check.ts'

export { ProviderDown } from '../provider-down.ts'

/** Scans a file for malware. Throws `ProviderDown` when the scan fails: the file must not be opened then. */
export interface Scanner extends Checkable {
  isClean(bytes: Uint8Array): Promise<boolean>
}
