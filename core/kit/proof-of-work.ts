/**
 * Work that pays where a rate limit is spent: a counter that, hashed behind the challenge, gives a SHA-256 that begins with
 * `bits` zeros. With 16 that is 65,536 tries on average, a tenth of a second on a laptop and half a second on an old
 * phone; every further bit doubles it.
 */
export interface ProofOfWork {
  challenge: string
  bits: number
}

/** The header that brings a solution along with the request that it pays for. */
export const PROOF_OF_WORK_HEADER = 'x-work'

export const proofText = (challenge: string, counter: number): string => `${challenge}:${counter}`

/** Whether the first 32 bits of a hash begin with as many zeros as the proof of work wants. */
export const isSolution = (firstWord: number, bits: number): boolean => Math.clz32(firstWord) >= bits
