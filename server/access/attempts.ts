import type { FastifyRequest } from 'fastify'
import { giveBack, spend, use } from '../kit/limits.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Services } from '../services.ts'
import { isKnownSource, rememberSource } from './account-store.ts'
import {
  sourceOf,
  WRONG_PASSWORDS_OF_ACCOUNT,
  WRONG_PASSWORDS_OF_PAIR,
  WRONG_PASSWORDS_OF_SOURCE,
} from './budgets.ts'

type Needs = Pick<Services, 'db' | 'secrets'>

/**
 * Counts a password try before the password is looked at, so that tries in parallel are all counted. Strangers share
 * the account's budget; who has signed in from this source before has one of their own, so nobody can lock them out
 * (quality A11). `name` is what was typed: an unknown one is slowed down like a known one.
 */
export async function admitTry(
  { db, secrets }: Needs,
  request: FastifyRequest,
  { name, ownerId }: { name: string; ownerId: string | undefined },
): Promise<{ wasRight(): Promise<void> }> {
  const source = sourceOf(request)
  const spent = [
    [WRONG_PASSWORDS_OF_SOURCE, source],
    [WRONG_PASSWORDS_OF_PAIR, `${name} ${source}`],
  ] as const
  for (const [budget, who] of spent) await spend(db, secrets, budget, who)
  const account = await use(db, secrets, WRONG_PASSWORDS_OF_ACCOUNT, name)
  if (account.over && !(await isKnownSource(db, ownerId, sourceKey({ secrets }, request)))) {
    throw new Refusal('RATE_LIMITED', 429, { retryAfter: account.retryAfter })
  }
  return {
    async wasRight() {
      for (const [budget, who] of [...spent, [WRONG_PASSWORDS_OF_ACCOUNT, name] as const])
        await giveBack(db, secrets, budget, who)
    },
  }
}

/** After a complete sign-in only: a first factor alone makes no source known. */
export const knowSource = ({ db, secrets }: Needs, ownerId: string, request: FastifyRequest): Promise<void> =>
  rememberSource(db, ownerId, sourceKey({ secrets }, request))

export const sourceKey = ({ secrets }: Pick<Services, 'secrets'>, request: FastifyRequest): Buffer =>
  secrets.hmac('source', sourceOf(request))
