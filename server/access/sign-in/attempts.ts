import type { FastifyRequest } from 'fastify'
import type { Sql } from '../../kit/db.ts'
import { giveBackAll, spend, use } from '../../kit/limits.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Secrets } from '../../kit/secrets.ts'
import type { Services } from '../../services.ts'
import { isKnownSource, rememberSource } from '../account-store.ts'
import { sourceOf, WRONG_PASSWORDS_OF_ACCOUNT, WRONG_PASSWORDS_OF_PAIR, WRONG_PASSWORDS_OF_SOURCE } from '../budgets.ts'
import { isPassword } from '../passwords.ts'
import { insertFailure, originOf } from '../session/origin-store.ts'
import { inTurn } from './turns.ts'

type Needs = Pick<Services, 'db' | 'secrets'>

interface Try {
  /** What was typed as the account's name: one that does not exist is slowed down like one that does. */
  name: string
  password: string
  owner: { id: string; passwordHash: string | null } | undefined
}

/**
 * Whether the password is the owner's. Each try is counted before it is looked at, and taken back when it was right;
 * tries at one name wait for each other, so that good ones in parallel do not count as bad. Refuses with RATE_LIMITED
 * when the budgets are spent. Strangers share the account's; who has signed in from this source before has one of
 * their own, so nobody can lock them out (quality A11).
 */
export function tryPassword(needs: Needs, request: FastifyRequest, { name, password, owner }: Try): Promise<boolean> {
  const { db, secrets } = needs
  const source = sourceOf(request)
  const budgets = [
    [WRONG_PASSWORDS_OF_SOURCE, source],
    [WRONG_PASSWORDS_OF_PAIR, `${name} ${source}`],
    [WRONG_PASSWORDS_OF_ACCOUNT, name],
  ] as const
  return inTurn(name, async () => {
    await spend(db, secrets, ...budgets[0])
    await spend(db, secrets, ...budgets[1])
    const { over, retryAfter } = await use(db, secrets, ...budgets[2])
    if (over && !(await isKnownSource(db, owner?.id, sourceKey(needs, request))))
      throw new Refusal('RATE_LIMITED', 429, { retryAfter })
    if (!(await isPassword(password, owner?.passwordHash))) {
      await insertFailure(db, owner?.id, originOf(secrets, request))
      return false
    }
    await giveBackAll(db, secrets, budgets)
    return true
  })
}

/** After a complete sign-in only: a first factor alone makes no source known. */
export const knowSource = (
  { db, secrets }: { db: Sql; secrets: Secrets },
  ownerId: string,
  request: FastifyRequest,
): Promise<void> => rememberSource(db, ownerId, sourceKey({ secrets }, request))

export const sourceKey = ({ secrets }: Pick<Services, 'secrets'>, request: FastifyRequest): Buffer =>
  secrets.hmac('source', sourceOf(request))
