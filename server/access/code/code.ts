import { CODE_DIGITS } from '@cuida/core/access/code/code-wait.ts'
import { mapKeys, type PerKey, type Secrets, sameBytes } from '../../kit/crypto/secrets.ts'

interface Sending {
  id: string
  sending: number
}

/**
 * The code of one sending of a verification. The worker that sends it and the API that checks it both compute it, so
 * that no table, queue or backup ever holds a code (product 3.6).
 */
export const codeOf = (secrets: Secrets, verification: Sending): string => codesOf(secrets, verification)[0]

/** Another process may have sent the code under another key. */
export const isCodeOf = (secrets: Secrets, verification: Sending, code: string): boolean =>
  codesOf(secrets, verification).some((right) => sameBytes(Buffer.from(right), Buffer.from(code)))

const codesOf = (secrets: Secrets, { id, sending }: Sending): PerKey<string> =>
  mapKeys(secrets.derive('code', `${id}:${sending}`), (bytes) =>
    // 48 bits make the bias of the remainder negligible.
    String(bytes.readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0'),
  )
