import { changeEmail, updateMe } from '@cuida/core/profile/account-api.ts'
import { changeProblems } from '@cuida/core/profile/problems.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONFLICT_CHECKS_OF_SOURCE, CONFLICT_CHECKS_OF_TOKEN, sourceOf } from '../access/budgets.ts'
import { conflictIn } from '../access/registration-store.ts'
import { spend } from '../kit/limits.ts'
import { Invalid } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import type { Services } from '../services.ts'
import { hasOtherEmail, leaveNotice, updateEmail, updateHolder } from './account-store.ts'
import { accountWithPassword } from './password-check.ts'
import { ownProfile } from './profile-store.ts'

/** What a holder changes of themselves. */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, updateMe, async (change, { db, caller }) => {
    const problems: Record<string, string> = changeProblems(change)
    if (Object.keys(problems).length > 0) throw new Invalid(problems)
    await db.begin((tx) => updateHolder(tx, caller.accountId, change))
    return ownProfile(db, caller.accountId)
  })

  serve(app, services, changeEmail, async ({ email, password }, { db, caller, request, refuse }) => {
    const { accountId } = caller
    const account = await accountWithPassword(services, request, { accountId, password })
    if (!account) return refuse('WRONG_CREDENTIALS')
    if (account.email === email) return ownProfile(db, accountId)
    await spendConflictCheck(services, request, accountId)
    if (await hasOtherEmail(db, email, accountId)) refuse('EMAIL_CONFLICT')
    await db
      .begin(async (tx) => {
        await updateEmail(tx, accountId, email)
        await leaveNotice(tx, { kind: 'email-changed', phone: account.phone, locale: account.locale })
      })
      .catch((error: unknown) => {
        if (conflictIn(error) === 'EMAIL_CONFLICT') refuse('EMAIL_CONFLICT')
        throw error
      })
    return ownProfile(db, accountId)
  })
}

/** Conflicts tell about other people: looking has a price (quality F8). */
export async function spendConflictCheck(
  { db, secrets }: Services,
  request: FastifyRequest,
  accountId: string,
): Promise<void> {
  await spend(db, secrets, CONFLICT_CHECKS_OF_TOKEN, accountId)
  await spend(db, secrets, CONFLICT_CHECKS_OF_SOURCE, sourceOf(request))
}
