import {
  cancelForClinic,
  getOpenConsultations,
  getRescuers,
  handOn,
  offerTimes,
  putBack,
  type RescueProblem,
  type RescueReason,
  type Seen as SeenOne,
  takeOver,
} from '@cuida/core/care/rescue/rescue-api.ts'
import { afterPuttingBack } from '@cuida/core/consultation/rescue.ts'
import { dayAfter, localTime, momentOf } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import { namesIn } from '../../catalogue/sold-names.ts'
import { saveStep } from '../../consultation/change-store.ts'
import { audit } from '../../kit/audit.ts'
import { serve } from '../../kit/http/serve.ts'
import { leaveCareNotification } from '../../notifications/leave-notification-store.ts'
import type { Services } from '../../services.ts'
import { findMovable } from '../booked/reschedule-store.ts'
import { actionRole, lockHeld } from '../queue/held-routes.ts'
import { cancelOne, handOnOne, offerOne, takeOverOne } from './rescue.ts'
import { findOpen, findRescuers, giveBackToBooked } from './rescue-store.ts'
import type { Seen } from './seen.ts'

/** A manager steps in where it does not go as booked (C10.2): one consultation or a day of them. */
export function rescueRoutes(app: FastifyInstance, services: Services): void {
  openRoute(app, services)
  serve(app, services, getRescuers, async ({ id }, { db, refuse }) => {
    if (!(await findMovable(db, id))) refuse('CONSULTATION_NOT_FOUND')
    const items = await findRescuers(db, id)
    return { items: items.map(({ staffId: _, ...rescuer }) => rescuer) }
  })
  serve(app, services, takeOver, async ({ ids, reason }, { caller }) =>
    each(ids, (id) => takeOverOne(services, id, { by: caller, reason })),
  )
  serve(app, services, handOn, async ({ ids, clinicianId, reason, seen }, { caller }) =>
    each(ids, (id) => handOnOne(services, id, { by: caller, reason, seen: seenOf(seen, id), clinicianId })),
  )
  serve(app, services, cancelForClinic, async ({ ids, reason, seen }, { caller }) =>
    each(ids, (id) => cancelOne(services, id, { by: caller, reason, seen: seenOf(seen, id) })),
  )
  serve(app, services, offerTimes, async ({ ids, reason, seen }, { caller }) =>
    each(ids, (id) => offerOne(services, id, { by: caller, reason, seen: seenOf(seen, id) })),
  )
  putBackRoute(app, services)
}

function seenOf(seen: readonly SeenOne[] | undefined, id: string): Seen | undefined {
  const one = seen?.find((each) => each.id === id)
  return one && { clinicianId: one.clinicianId, startTime: one.startTime === null ? null : new Date(one.startTime) }
}

/** One after the other, each for itself: what one of them came to keeps nobody else waiting for a rescue. */
export async function each(ids: readonly string[], deed: (id: string) => Promise<RescueProblem | undefined>) {
  const results: { id: string; problem: RescueProblem | null }[] = []
  for (const id of new Set(ids)) results.push({ id, problem: (await deed(id)) ?? null })
  return { results }
}

function openRoute(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getOpenConsultations,
    async ({ day: wanted, staffId }, { db, now, locale }) => {
      const { timeZone, partnerConfig } = services.config
      const day = wanted ?? localTime(timeZone, now()).day
      const stretch = { start: momentOf(timeZone, day, '00:00'), end: momentOf(timeZone, dayAfter(day), '00:00') }
      const { goneMinutes } = partnerConfig.care
      const nameOf = namesIn(services, locale)
      return { day, timeZone, items: await findOpen(db, staffId ?? stretch, { goneMinutes, nameOf }) }
    },
    { topics: () => ['queue'] },
  )
}

function putBackRoute(app: FastifyInstance, services: Services): void {
  serve(app, services, putBack, async ({ id }, { db, caller, refuse }) => {
    const reason: RescueReason = 'MISTAKE'
    await db.begin(async (tx) => {
      const locked = await lockHeld(tx, id, caller, refuse)
      const step = afterPuttingBack(locked, actionRole(caller)) ?? refuse('NOT_NOW')
      await saveStep(tx, locked, step, caller)
      await giveBackToBooked(tx, id)
      await leaveCareNotification(tx, { consultationId: id }, 'put-back')
      const subject = { kind: 'staff', id: caller.staffId } as const
      const detail = { consultation: id, deed: 'put-back', reason }
      await audit(tx, services.secrets, { staffId: caller.staffId, act: 'rescue', subject, detail })
    })
    return null
  })
}
