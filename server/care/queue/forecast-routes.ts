import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { expectedWait } from '@cuida/core/care/queue/queue.ts'
import type { FastifyInstance } from 'fastify'
import { findProduct } from '../../booking/calendar/offer.ts'
import { standingOf } from '../../consultation/attendance.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { findLine } from './queue-store.ts'

/** Nobody pays for care now without having been told when it would be, or that it is closed. */
export function forecastRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getForecast, async ({ slug }, { db, now, locale, refuse }) => {
    const product = (await findProduct(services, slug, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    const moment = now()
    const { opening, due } = standingOf(product, await services.attendants(), services, moment)
    const closed = opening !== 'OPEN'
    const wait = closed ? undefined : expectedWait(await findLine(db, product.id))
    if (wait) return { wait, from: null, closed }
    return { wait: null, from: due && due > moment ? due.toISOString() : null, closed }
  })
}
