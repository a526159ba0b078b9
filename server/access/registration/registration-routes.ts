import { createPatient, registerPatient, validateRegistration } from '@cuida/core/access/api.ts'
import type { FastifyInstance } from 'fastify'
import { refuseOtherBody } from '../../kit/http/idempotency.ts'
import { serve } from '../../kit/http/serve.ts'
import { spend } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { CONFLICT_LOOKS_OF_ALL } from '../rate-limits.ts'
import { admit } from '../session/known-device.ts'
import { checkInRegistry } from './cpf-registry.ts'
import { askerOf, checkedProfile, introductionOf, proofOf, registerOnce, spendConflictCheck } from './registration.ts'
import { findConflict } from './registration-store.ts'

/** Making an account with a proved phone, and perhaps with the word of a provider of identities. */
export function registrationRoutes(app: FastifyInstance, services: Services): void {
  const { db, secrets } = services

  serve(app, services, validateRegistration, async (body, { caller, request, refuse }) => {
    const introduction = await introductionOf(services, caller, body)
    const proof = caller.claims.purpose === 'social' ? undefined : await proofOf(services, caller)
    const wanted = checkedProfile(services, body.profile, { proof, introduction })
    await spendConflictCheck(services, request, askerOf({ proof, introduction }))
    await spend(db, secrets, CONFLICT_LOOKS_OF_ALL, 'all')
    const conflict = await findConflict(db, wanted)
    if (conflict) return refuse(conflict)
    await checkInRegistry(services, { ...wanted, isDependant: false })
    return null
  })

  for (const call of [registerPatient, createPatient])
    serve(app, services, call, async (body, { caller, request, reply, locale, refuse }) => {
      await refuseOtherBody(db, request, `registration ${caller.claims.subject}`, (text) =>
        secrets.hmac('idempotency', text),
      )
      const grounds = {
        proof: await proofOf(services, caller),
        introduction: await introductionOf(services, caller, body),
      }
      const wanted = checkedProfile(services, body.profile, grounds)
      const session = await registerOnce(services, grounds, wanted, {
        request,
        locale,
        referralSlug: body.referralSlug,
      })
      if (typeof session === 'string') return refuse(session)
      return admit(services, 'patient', session, { request, reply })
    })
}
