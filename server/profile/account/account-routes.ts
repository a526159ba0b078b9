import { updateMe } from '@cuida/core/profile/account/account-api.ts'
import { changeProblems } from '@cuida/core/profile/account/problems.ts'
import type { FastifyInstance } from 'fastify'
import { Invalid } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
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
