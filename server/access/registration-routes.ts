import { registerPatient, validateRegistration } from '@cuida/core/access/api.ts'
import type { FastifyInstance } from 'fastify'
import { refuseOtherBody } from '../kit/idempotency.ts'
import { serve } from '../kit/serve.ts'
import type { Services } from '../services.ts'
import { checkedProfile, proofOf, registerOnce, spendConflictCheck } from './registration.ts'
import { findConflict } from './registration-store.ts'
import { deliver } from './token-delivery.ts'

/** Making an account with a proved phone. */
export function registrationRoutes(app: FastifyInstance, services: Services): void {
  const { db, secrets } = services

  serve(app, services, validateRegistration, async ({ profile }, { caller, request, refuse }) => {
    const proof = await proofOf(services, caller)
    const wanted = checkedProfile(services, profile, proof)
    await spendConflictCheck(services, request, proof)
    const conflict = await findConflict(db, wanted)
    return conflict ? refuse(conflict) : null
  })

  serve(app, services, registerPatient, async ({ profile }, { caller, request, reply, locale, refuse }) => {
    await refuseOtherBody(db, request, `registration ${caller.claims.subject}`, (text) =>
      secrets.hmac('idempotency', text),
    )
    const proof = await proofOf(services, caller)
    const wanted = checkedProfile(services, profile, proof)
    const session = await registerOnce(services, proof, wanted, { request, locale })
    if (typeof session === 'string') return refuse(session)
    return deliver(services, 'patient', session, { request, reply })
  })
}
