import { canConfirmPresence, canWaitAway } from '@cuida/core/care/queue/waiting.ts'
import { confirmPresence, leaveQueue } from '@cuida/core/care/queue/waiting-api.ts'
import type { FastifyInstance } from 'fastify'
import { type LockedConsultation, lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { findConsultation } from '../../consultation/consultation-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Db, Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { savePatientAway, savePatientPresent } from './waiting-store.ts'

type Refuse = (code: 'CONSULTATION_NOT_FOUND' | 'NOT_NOW') => never

/** A waiting patient reports being present, leaving the waiting room or coming back. */
export function waitingRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, confirmPresence, async ({ id }, { db, caller, refuse }) => {
    await whileWaiting(db, { id, accountId: caller.accountId, refuse }, async (tx, locked) => {
      if (!canConfirmPresence(locked)) refuse('NOT_NOW')
      await savePatientPresent(tx, id)
      if (locked.type === 'on-demand') await savePatientAway(tx, id, false)
    })
    return null
  })

  serve(app, services, leaveQueue, async ({ id, away }, { db, caller, refuse }) => {
    await whileWaiting(db, { id, accountId: caller.accountId, refuse }, async (tx, locked) => {
      if (!canWaitAway(locked)) refuse('NOT_NOW')
      await savePatientAway(tx, id, away)
    })
    return null
  })
}

async function whileWaiting(
  db: Db,
  { id, accountId, refuse }: { id: string; accountId: string; refuse: Refuse },
  change: (tx: Tx, locked: LockedConsultation) => Promise<void>,
): Promise<void> {
  const found = await findConsultation(db, id)
  if (!found || !(await patientOf(db, accountId, found.patient.id))) return refuse('CONSULTATION_NOT_FOUND')
  await db.begin(async (tx) => {
    const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
    await change(tx, locked)
    await notifyChanged(tx, [...topicsOf(locked), 'queue'])
  })
}
