export { ProviderDown } from '../provider-down.ts'

/** Looks for malware in a file. Throws `ProviderDown` when it cannot tell: then nobody may open the file. */
export interface Scanner {
  isClean(bytes: Uint8Array): Promise<boolean>
}
