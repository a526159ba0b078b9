import { Unauthorized } from '../../kit/http/refusal.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { Services } from '../../services.ts'
import { isCodeOf } from './code.ts'
import {
  findVerification,
  isDecoy,
  takeTry,
  useVerification,
  type Verification,
  type VerificationPurpose,
} from './verification-store.ts'

type Needs = Pick<Services, 'db' | 'secrets'>

/** `isUsed`: not for the first time. Whoever did not hear the first answer asks again, with the same token and code. */
export type Proof = Verification

/**
 * The verification whose code this is, used up by it. Tries are counted before the code is looked at, for this
 * verification alone: nobody else can spend them. After the fifth, or ten minutes, the code has expired.
 */
export async function confirmCode(
  { db, secrets }: Needs,
  id: string,
  purpose: VerificationPurpose,
  code: string,
): Promise<Proof | 'WRONG_CODE' | 'CODE_EXPIRED'> {
  const verification = await takeTry(db, id, purpose)
  if (!verification) return (await findVerification(db, id)) ? 'CODE_EXPIRED' : refuseSpent()
  // Nobody was sent the code of a decoy: whoever has it guessed.
  const right = isCodeOf(secrets, verification, code) && !isDecoy(verification)
  if (verification.isUsed) return right ? verification : 'CODE_EXPIRED'
  if (!right) return 'WRONG_CODE'
  if (await use(db, verification)) return verification
  // Another hand with the same code was faster; or another code was sent in this very moment.
  const now = await findVerification(db, id)
  return now?.isUsed && now.sending === verification.sending ? now : 'CODE_EXPIRED'
}

const use = (db: Needs['db'], verification: Verification): Promise<boolean> =>
  db.begin(async (tx) => {
    if (!(await useVerification(tx, verification))) return false
    await enqueue(tx, 'reportCodeUsed', { verificationId: verification.id }, { maxAttempts: 5 })
    return true
  })

/** The token was good for a proof that is no more: it opens nothing. */
function refuseSpent(): never {
  throw new Unauthorized()
}
