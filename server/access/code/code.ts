import { CODE_DIGITS } from '@cuida/core/access/code/code-wait.ts'
import { type Secrets, sameBytes } from '../../kit/crypto/secrets.ts'

/**
 * The code of one sending of a verification. The worker that sends it and the API that checks it both compute it, so
 * that no table, queue or backup ever holds a code (product 3.6).
 */
export function codeOf(secrets: Secrets, verification: { id: string; sending: number }): string {
  const bytes = secrets.hmac('code', `${verification.id}:${verification.sending}`)
  // 48 bits make the bias of the remainder negligible.
  return String(bytes.readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

export const isCodeOf = (secrets: Secrets, verification: { id: string; sending: number }, code: string): boolean =>
  sameBytes(Buffer.from(codeOf(secrets, verification)), Buffer.from(code))
