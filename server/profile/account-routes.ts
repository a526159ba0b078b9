import { updateMe } from '@cuida/core/profile/account-api.ts'
import { changeProblems } from '@cuida/core/profile/problems.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONFLICT_CHECKS_OF_SOURCE, CONFLICT_CHECKS_OF_TOKEN, sourceOf } from '../access/budgets.ts'
import { spend } from '../kit/limits.ts'
import { Invalid } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import type { Services } from '../services.ts'
import { updateHolder } from './account-store.ts'
import { ownProfile } from './profile-store.ts'

/** What a holder changes of themselves. */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, updateMe, async (change, { db, caller }) => {
    const problems: Record<string, string> = changeProblems(change)
    if (Object.keys(problems).length > 0) throw new Invalid(problems)
    await db.begin((tx) => updateHolder(tx, caller.accountId, change))
    return ownProfile(db, caller.accountId)
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
