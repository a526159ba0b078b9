import { chooseAfterHours } from '@cuida/core/care/queue/after-hours-api.ts'
import { nextOpening, openingState } from '@cuida/core/catalogue/hours.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { afterHoursOf } from '@cuida/core/consultation/after-hours.ts'
import type { FastifyInstance } from 'fastify'
import { lockConsultation, topicsOf } from '../../consultation/change-store.ts'
import { findConsultation } from '../../consultation/consultation-store.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { serve } from '../../kit/http/serve.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { findQueuedProducts, keepUntilOpening, markAfterHours, markInHours } from './queue-store.ts'

export function afterHoursRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, chooseAfterHours, async ({ id }, { db, now, caller, refuse }) => {
    const found = await findConsultation(db, id)
    if (!found || !(await patientOf(db, caller.accountId, found.patient.id))) return refuse('CONSULTATION_NOT_FOUND')
    await db.begin(async (tx) => {
      const locked = (await lockConsultation(tx, id)) ?? refuse('CONSULTATION_NOT_FOUND')
      const afterHoursState = afterHoursOf(locked, services.config.partnerConfig.care, now())
      // A repeated request changes nothing.
      if (afterHoursState === 'kept') return
      if (afterHoursState === 'in-hours' || !(await keepUntilOpening(tx, id))) refuse('NOT_NOW')
      await notifyChanged(tx, [...topicsOf(locked), 'queue'])
    })
    return null
  })
}

/**
 * Scheduled job: asks the patients in a closed queue what they want, and returns patients to the queue when it is
 * open. Safe to run in several workers.
 */
export async function askAfterHours(services: Services): Promise<void> {
  for (const id of await findQueuedProducts(services.db)) {
    const product: Product | undefined = services.content.product(id, services.config.patientAppLanguage)
    await askThose(services, id, product?.workingHours ?? [])
  }
}

async function askThose(
  { db, config, now }: Services,
  productId: string,
  hours: Product['workingHours'],
): Promise<void> {
  const moment = now()
  const isOpen = openingState(hours, config, moment) === 'OPEN'
  const reopensAt = isOpen ? undefined : nextOpening(hours, config, moment)
  await db.begin(async (tx) => {
    const markedIds = isOpen ? [] : await markAfterHours(tx, productId, { now: moment, reopensAt })
    for (const consultationId of markedIds) await enqueueCareNotification(tx, { consultationId }, 'after-hours')
    const changed = isOpen ? await markInHours(tx, productId) : markedIds
    if (changed.length > 0) await notifyChanged(tx, ['queue', ...changed.map((id) => `consultation:${id}`)])
  })
}
