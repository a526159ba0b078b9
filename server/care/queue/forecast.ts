import { answerBy, forecastWait, type Line, promiseOf, type WaitRange } from '@cuida/core/care/queue/forecast.ts'
import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { closing } from '@cuida/core/catalogue/hours.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
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
    const { wait, due, isClosed, promised } = await forecastOf(
      services,
      product,
      await findLine(db, product.id),
      moment,
    )
    const from = !wait && due && due > moment ? due.toISOString() : null
    const answered = isClosed ? null : releaseOf(services, product, promised, moment).toISOString()
    return { wait: wait ?? null, from, answerBy: answered, closed: isClosed }
  })
}

export interface ProductForecast {
  /** undefined while nobody is on duty, and while it is closed. */
  wait: WaitRange | undefined
  /** When somebody is due, while nobody is on duty; undefined: nobody knows. */
  due: Date | undefined
  isClosed: boolean
  /** The moment by which somebody calls (`promiseOf`). */
  promised: Date
}

/** The one forecast of a line: before paying, while waiting, on the board and in the managers' list. */
export async function forecastOf(
  services: Services,
  product: Pick<Product, 'id' | 'workingHours'>,
  line: Line,
  now: Date,
): Promise<ProductForecast> {
  const { opening, due } = standingOf(product, await services.attendants(), services, now)
  const isClosed = opening !== 'OPEN'
  const wait = isClosed ? undefined : forecastWait(line)
  return { wait, due, isClosed, promised: promiseOf(wait, due, now) }
}

/** When the money goes back: after the promise, or after closing, where each patient who still waits is asked. */
function releaseOf({ config }: Services, { workingHours }: Product, promised: Date, now: Date): Date {
  const { care } = config.partnerConfig
  const closes = closing(workingHours, config, now)
  const asked = closes ? closes.getTime() + care.closingMinutes * 60_000 : Number.POSITIVE_INFINITY
  const release = Math.min(answerBy(promised, care).getTime(), asked)
  return new Date(Math.ceil(release / STEP_MS) * STEP_MS)
}
/** Before anybody pays nothing is exact to the minute, and an answer that stays the same for five minutes is sent once. */
const STEP_MS = 5 * 60_000
