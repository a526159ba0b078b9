import { listFinishedConsultations, searchOwnPatients } from '@cuida/core/care/finished/finished-api.ts'
import { dayAfter, localTime, momentOf } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import { SEARCHES_OF_STAFF } from '../../access/rate-limits.ts'
import { namesIn } from '../../catalogue/sold-names.ts'
import { serve } from '../../kit/http/serve.ts'
import { spend } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { findFinished, findOwnPatients, MOST_FINISHED, MOST_PATIENTS } from './finished-store.ts'

/** What was done, by day; and the people a clinician attended, by name. */
export function finishedRoutes(app: FastifyInstance, services: Services): void {
  const { secrets } = services
  const today = (now: Date): string => localTime(services.config.timeZone, now).day
  serve(app, services, listFinishedConsultations, async (asked, { db, caller, now, locale, refuse }) => {
    const everyone = asked.whose === 'everyone'
    if (everyone && !caller.role.includes('clinical-manager')) refuse('NOT_ALLOWED')
    const day = asked.day ?? today(now())
    const found = await findFinished(db, caller, {
      start: momentOf(services.config.timeZone, day, '00:00'),
      end: momentOf(services.config.timeZone, dayAfter(day), '00:00'),
      day,
      everyone,
      nameOf: namesIn(services, locale),
    })
    return { day, items: found.slice(0, MOST_FINISHED), more: found.length > MOST_FINISHED }
  })
  serve(app, services, searchOwnPatients, async ({ name }, { db, caller: { staffId }, now, locale }) => {
    await spend(db, secrets, SEARCHES_OF_STAFF, staffId)
    const nameOf = namesIn(services, locale)
    const found = await findOwnPatients(db, staffId, { name, today: today(now()), nameOf })
    return { items: found.slice(0, MOST_PATIENTS), more: found.length > MOST_PATIENTS }
  })
}
