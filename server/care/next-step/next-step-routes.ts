import { keepFollowUp, signLetter } from '@cuida/core/care/next-step/next-step-api.ts'
import type { FastifyInstance } from 'fastify'
import { holdTime } from '../../booking/agenda/hold-time.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { InvalidInput } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { lockHeld } from '../queue/held-routes.ts'
import { insertLetter } from './letter-store.ts'

/**
 * What the clinician who holds a consultation arranges after it: signed letters, and a slot held for the patient's
 * next booking.
 */
export function nextStepRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, signLetter, async ({ id, key, kind, recipient, text }, { db, caller, refuse }) => {
    if ((kind === 'referral') !== (recipient !== undefined)) throw new InvalidInput({ recipient: 'INVALID' })
    const letterId = await db.begin(async (tx) => {
      const locked = await lockHeld(tx, id, caller, refuse)
      if (locked.status !== 'ACTIVE' && locked.status !== 'CLOSING') refuse('NOT_NOW')
      const { staffId: authorId, clinicianId } = caller
      if (!clinicianId) return refuse('NOT_YOURS')
      const letter = { consultationId: id, authorId, clinicianId, key, kind, recipient: recipient ?? null, text }
      const one = await insertLetter(tx, letter)
      if (!one.isSame) refuse('SIGNED_ALREADY')
      if (!one.isNew) return one.id
      // No separate audit row: the letter itself is an append-only record with author and time.
      await notifyChanged(tx, [`consultation:${id}`, `account:${locked.accountId}`])
      return one.id
    })
    return { id: letterId }
  })

  serve(app, services, keepFollowUp, async ({ id, ...wanted }, { db, caller, locale, refuse }) => {
    const { accountId, patientId } = await db.begin(async (tx) => {
      const locked = await lockHeld(tx, id, caller, refuse)
      if (locked.status !== 'ACTIVE' && locked.status !== 'CLOSING') refuse('NOT_NOW')
      return locked
    })
    const clinicianId = caller.clinicianId ?? refuse('NOT_YOURS')
    const holdTarget = { accountId, patientId, clinicianId, isFollowUp: true }
    const result = await holdTime(
      services,
      db,
      { ...holdTarget, ...wanted },
      { actor: { staffId: caller.staffId }, locale },
    )
    if (typeof result === 'string') return refuse(result)
    await notifyChanged(db, [`consultation:${id}`])
    return { keptUntil: result.toISOString() }
  })
}
