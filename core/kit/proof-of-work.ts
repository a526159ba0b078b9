/**
 * Work that a client does when a rate limit is exceeded: it finds a counter whose SHA-256 with the challenge begins
 * with `bits` zeros. 16 bits take 65,536 attempts on average, a tenth of a second on a laptop and half a second on an
 * old phone; each further bit doubles it.
 */
export interface ProofOfWork {
  challenge: string
  bits: number
}

/** Header of a request with the solution. */
export const PROOF_OF_WORK_HEADER = 'x-work'

export const proofText = (challenge: string, counter: number): string => `${challenge}:${counter}`

/** Whether the first 32 bits of a hash begin with the required number of zeros. */
export const isSolution = (firstWord: number, bits: number): boolean => Math.clz32(firstWord) >= bits
