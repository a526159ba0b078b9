export { ProviderDown } from '../provider-down.ts'

/** Scans a file for malware. Throws `ProviderDown` when the scan fails: the file must not be opened then. */
export interface Scanner {
  isClean(bytes: Uint8Array): Promise<boolean>
}
