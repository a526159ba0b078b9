import { Unauthorized } from '../../kit/http/refusal.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { isCodeOf } from './code.ts'
import {
  consumeVerification,
  countVerificationTry,
  findVerification,
  isDecoy,
  type Verification,
  type VerificationPurpose,
} from './verification-store.ts'

type Needs = Pick<Services, 'db' | 'secrets'>

/**
 * `isUsed`: the code was confirmed before. A client that lost the first response repeats the request with the same
 * token and code.
 */
export type Proof = Verification

/**
 * Confirms a code and uses up its verification. Each try is counted before the comparison and for this verification
 * alone, so nobody else can spend the tries. The code expires after the fifth try or after ten minutes.
 */
export async function confirmCode(
  { db, secrets }: Needs,
  id: string,
  purpose: VerificationPurpose,
  code: string,
): Promise<Proof | 'WRONG_CODE' | 'CODE_EXPIRED'> {
  const verification = await countVerificationTry(db, id, purpose)
  if (!verification) return (await findVerification(db, id)) ? 'CODE_EXPIRED' : refuseSpent()
  // The code of a decoy was never sent, so a match is a guess.
  const right = isCodeOf(secrets, verification, code) && !isDecoy(verification)
  if (verification.isUsed) return right ? verification : 'CODE_EXPIRED'
  if (!right) return 'WRONG_CODE'
  if (await use(db, verification)) return verification
  // A concurrent request used the same code first, or another code was sent at this moment.
  const now = await findVerification(db, id)
  return now?.isUsed && now.sending === verification.sending ? now : 'CODE_EXPIRED'
}

const use = (db: Needs['db'], verification: Verification): Promise<boolean> =>
  db.begin(async (tx) => {
    if (!(await consumeVerification(tx, verification))) return false
    await enqueue(tx, 'reportCodeUsed', { verificationId: verification.id }, { maxAttempts: 5 })
    return true
  })

/** The token belongs to a verification that no longer exists, so it authorises nothing. */
function refuseSpent(): never {
  throw new Unauthorized()
}
