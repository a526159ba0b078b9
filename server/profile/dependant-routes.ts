import { registerDependant } from '@cuida/core/profile/dependant-api.ts'
import type { FastifyInstance } from 'fastify'
import { refuseOtherBody } from '../kit/idempotency.ts'
import { Unauthorized } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import type { Services } from '../services.ts'
import { addDependant, checkedDependant, mayAdd } from './dependants.ts'
import { patientsOf } from './store.ts'

/** Minors in a holder's charge. */
export function dependantRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services

  serve(app, services, registerDependant, async ({ profile }, { db, caller, request, refuse }) => {
    const [holder] = await patientsOf(db, caller.accountId)
    if (!holder) throw new Unauthorized()
    if (!mayAdd(services, holder)) refuse('DEPENDANTS_NOT_ALLOWED')
    await refuseOtherBody(db, request, `dependant ${caller.accountId}`, (text) => secrets.hmac('idempotency', text))
    const added = await addDependant(services, holder, checkedDependant(services, profile), request)
    return typeof added === 'string' ? refuse(added) : added
  })
}
