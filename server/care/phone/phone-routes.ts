import { ringPatient, setDeskPhone, showPatientNumber } from '@cuida/core/care/phone/phone-api.ts'
import { afterCall } from '@cuida/core/consultation/status/steps.ts'
import { maskPhoneNumber } from '@cuida/core/kit/mask-phone-number.ts'
import type { FastifyInstance } from 'fastify'
import { isPhoneAllowed, phoneOf } from '../../access/phone.ts'
import { saveStep } from '../../consultation/change-store.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { brokenConstraint } from '../../kit/db/db.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { consumeRateLimit, type RateLimit } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { findForDesk } from '../queue/desk-store.ts'
import { actionRole, lockHeld } from '../queue/held-routes.ts'
import { consultationOfCall, findDeskPhone, insertPhoneCall, isCalling, saveDeskPhone } from './phone-store.ts'

// A status callback has some twenty short fields.
const MAX_BYTES = 16 * 1024
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const VOICE_WEBHOOK = '/v1/webhooks/twilio'

/**
 * Status callbacks of the voice provider. The signature covers our URL and the form (product 12.19). A callback only
 * says which call to fetch, so neither their order nor their number matters.
 */
export const voiceWebhook = (services: Services) => async (app: FastifyInstance) => {
  const { env, db, providers } = services
  const { voice } = providers
  if (!voice) return
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.post<{ Querystring: { call?: unknown } }>(VOICE_WEBHOOK, { bodyLimit: MAX_BYTES }, async (request, reply) => {
    const { 'x-twilio-signature': signed } = request.headers
    const url = env.PUBLIC_URL + request.url
    const body = typeof request.body === 'string' ? request.body : ''
    const signature = typeof signed === 'string' ? signed : undefined
    if (!voice.isGenuine({ url, body, signature })) throw new Refusal('FORGED_WEBHOOK', 400)
    const id = String(request.query.call)
    if (UUID.test(id) && (await consultationOfCall(db, id)))
      await enqueue(db, 'followCall', { id }, { key: `call:${id}` })
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

/** More than a clinician dials in an hour; each call rings a phone and costs money. */
export const PHONE_CALLS_PER_STAFF: RateLimit = { name: 'phone calls of staff', most: 40, seconds: 3_600 }

/** Calls over the partner's phone line: the clinician's own phone number, the call itself, and dialling by hand. */
export function phoneRoutes(app: FastifyInstance, services: Services): void {
  const { secrets, providers } = services
  serve(app, services, setDeskPhone, async ({ number }, { db, caller, refuse }) => {
    if (number && !isRung(number, services.config.countryCodes)) refuse('PHONE_NOT_ALLOWED')
    await db.begin(async (tx) => {
      await saveDeskPhone(tx, caller.staffId, number)
      await notifyChanged(tx, [`staff:${caller.staffId}`])
    })
    return { maskedPhone: number && maskPhoneNumber(number) }
  })

  serve(app, services, ringPatient, async ({ id }, { db, caller, locale, refuse }) => {
    try {
      await db.begin(async (tx) => {
        const locked = await lockHeld(tx, id, caller, refuse)
        if (!providers.voice) refuse('NO_VOICE')
        if (!(await findDeskPhone(tx, caller.staffId))) refuse('NO_DESK_PHONE')
        const step = afterCall(
          locked,
          { medium: 'phone', event: 'started' },
          { by: actionRole(caller), answered: false },
        )
        // The call is on already: a double click does nothing.
        if (!step || step.actions.length === 0) return step ?? refuse('NOT_NOW')
        if (await isCalling(tx, caller.staffId)) refuse('ALREADY_CALLING')
        await consumeRateLimit(tx, secrets, PHONE_CALLS_PER_STAFF, caller.staffId)
        await saveStep(tx, locked, step, caller)
        const call = await insertPhoneCall(tx, id, caller.staffId)
        await enqueue(tx, 'placeCall', { id: call, locale }, { key: `place:${call}` })
      })
    } catch (error) {
      if (brokenConstraint(error) !== 'one_phone_call_a_clinician') throw error
      refuse('ALREADY_CALLING')
    }
    return null
  })

  serve(app, services, showPatientNumber, async ({ id }, { db, caller, refuse }) =>
    db.begin(async (tx) => {
      await lockHeld(tx, id, caller, refuse)
      const found = (await findForDesk(tx, id, caller)) ?? refuse('CONSULTATION_NOT_FOUND')
      const subject = { kind: 'patient', id: found.patient.id } as const
      await audit(tx, services.secrets, {
        staffId: caller.staffId,
        act: 'view',
        subject,
        detail: { what: 'phone', consultation: id },
      })
      return found.patient.phone
    }),
  )
}

function isRung(number: string, countries: readonly string[]): boolean {
  try {
    return isPhoneAllowed(phoneOf(number), countries)
  } catch {
    return false
  }
}
