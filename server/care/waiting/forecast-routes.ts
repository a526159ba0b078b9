import { nextWork } from '@cuida/core/booking/slots.ts'
import { getForecast } from '@cuida/core/care/waiting/forecast-api.ts'
import { expectedWait } from '@cuida/core/care/waiting/queue.ts'
import type { FastifyInstance } from 'fastify'
import { findAgendas } from '../../booking/agenda-store.ts'
import { findProduct } from '../../booking/offer.ts'
import { findCliniciansOf } from '../../catalogue/clinician-store.ts'
import { serve } from '../../kit/serve.ts'
import type { Services } from '../../services.ts'
import { findLine } from './queue-store.ts'

/** Nobody pays for care now without having been told when it would be. */
export function forecastRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getForecast, async ({ slug }, { db, now, locale, refuse }) => {
    const product = (await findProduct(services, slug, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    const wait = expectedWait(await findLine(db, product.id))
    if (wait) return { wait, from: null }
    const clinicians = await findCliniciansOf(db, product.id, locale)
    const agendas = await findAgendas(
      db,
      services.config,
      clinicians.map(({ id }) => id),
      product.id,
    )
    const begins = [...agendas.values()].map((agenda) => nextWork(agenda, now()))
    const soonest = begins.filter((moment) => moment !== undefined).sort((a, b) => a.getTime() - b.getTime())[0]
    return { wait: null, from: soonest && soonest > now() ? soonest.toISOString() : null }
  })
}
