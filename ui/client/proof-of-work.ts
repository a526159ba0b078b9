import { isSolution, type ProofOfWork, proofText } from '@cuida/core/kit/proof-of-work.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

// Between two batches the page handles input events.
const ATTEMPTS_PER_BATCH = 4_000

/**
 * Solves a proof of work without blocking the page, and returns the value of the request header. Not with Web Crypto:
 * a promise per hash makes it several times slower, and it is missing on plain http.
 */
export async function solveProofOfWork({ challenge, bits }: ProofOfWork, signal?: AbortSignal): Promise<string> {
  for (let counter = 0; ; counter++) {
    const text = proofText(challenge, counter)
    if (isSolution(firstWordOf(sha256(utf8ToBytes(text))), bits)) return text
    if (counter % ATTEMPTS_PER_BATCH !== ATTEMPTS_PER_BATCH - 1) continue
    await new Promise((resolve) => setTimeout(resolve))
    signal?.throwIfAborted()
  }
}

const firstWordOf = (hash: Uint8Array): number => new DataView(hash.buffer, hash.byteOffset).getUint32(0)
