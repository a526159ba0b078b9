import { randomInt } from 'node:crypto'
import type { PerKey, Secrets } from '../../kit/crypto/secrets.ts'

const COUNT = 10
const LENGTH = 10
// Without letters that look like digits or other letters; 50 bits a code.
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

/** Ten new codes in the form "k7m2p-9xw4t". */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode)

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/** Keyed hash, since a stolen dump would allow brute force of 50 bits. Capitals and spaces do not matter. */
export const hashesOfRecoveryCode = (secrets: Secrets, accountId: string, code: string): PerKey<Buffer> =>
  secrets.derive('recovery-code', `${accountId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
