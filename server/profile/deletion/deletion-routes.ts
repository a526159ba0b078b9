import { deletePatient } from '@cuida/core/profile/account/account-api.ts'
import type { FastifyInstance } from 'fastify'
import { forgetCookie } from '../../access/session/token-delivery.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { accountAfterSignIn, accountWithPassword } from '../account/password-check.ts'
import { patientOf } from '../store.ts'
import { deleteLeaving } from './deletion.ts'

/** A way out like signing out: it takes the cookie along, so server/app.ts serves it where cookies are read. */
export function deletionRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, deletePatient, async ({ id, password }, { db, caller, request, reply, refuse }) => {
    const { accountId } = caller
    const patient = (await patientOf(db, accountId, id)) ?? refuse('PATIENT_NOT_FOUND')
    const account =
      password === undefined
        ? ((await accountAfterSignIn(services, caller)) ?? refuse('STEP_UP_REQUIRED'))
        : ((await accountWithPassword(services, request, { accountId, password })) ?? refuse('WRONG_CREDENTIALS'))
    const deletedAt = await deleteLeaving(services, account, patient)
    if (typeof deletedAt === 'string') return refuse(deletedAt)
    if (!patient.isDependant) forgetCookie(services, 'patient', reply)
    return { id, deletedAt: deletedAt.toISOString() }
  })
}
