import { getDependant, registerDependant, updateDependant } from '@cuida/core/profile/family/dependant-api.ts'
import type { FastifyInstance } from 'fastify'
import { refuseOtherBody } from '../../kit/http/idempotency.ts'
import { Unauthorized } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { patientsOf } from '../store.ts'
import { changeDependant } from './dependant-change.ts'
import { findDependant } from './dependant-store.ts'
import { addDependant, checkedDependant, mayAdd } from './dependants.ts'

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

  serve(app, services, getDependant, async ({ id }, { db, caller, refuse }) => {
    return (await findDependant(db, caller.accountId, id)) ?? refuse('PATIENT_NOT_FOUND')
  })

  serve(app, services, updateDependant, async ({ id, ...change }, { db, caller, request, refuse }) => {
    const before = (await findDependant(db, caller.accountId, id)) ?? refuse('PATIENT_NOT_FOUND')
    const problem = await changeDependant(services, { accountId: caller.accountId, before, change, request })
    if (problem) return refuse(problem)
    return (await findDependant(db, caller.accountId, id)) ?? refuse('PATIENT_NOT_FOUND')
  })
}
