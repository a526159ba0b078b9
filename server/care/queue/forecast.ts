import {
  automaticRefundTime,
  forecastWait,
  promisedCallTime,
  type QueueSnapshot,
  type WaitRange,
} from '@cuida/core/care/queue/forecast.ts'
import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { nextClosing } from '@cuida/core/catalogue/hours.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { FastifyInstance } from 'fastify'
import { findProduct } from '../../booking/calendar/offer.ts'
import { onDemandStateOf } from '../../consultation/attendance.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { findQueueOfProduct } from './queue-store.ts'

/**
 * The forecast that a patient reads before paying for on-demand care: the wait, the next start, or that it is closed.
 */
export function forecastRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getForecast, async ({ slug }, { db, now, locale, refuse }) => {
    const product = (await findProduct(services, slug, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    const moment = now()
    const { wait, due, isClosed, promised } = await forecastOf(
      services,
      product,
      await findQueueOfProduct(db, product.id),
      moment,
    )
    const from = !wait && due && due > moment ? due.toISOString() : null
    const answered = isClosed ? null : releaseOf(services, product, promised, moment).toISOString()
    return { wait: wait ?? null, from, answerBy: answered, closed: isClosed }
  })
}

export interface ProductForecast {
  /** undefined while no clinician is on duty, and while the product is closed. */
  wait: WaitRange | undefined
  /** When the next clinician is due, while none is on duty; undefined when unknown. */
  due: Date | undefined
  isClosed: boolean
  /** The time by which the clinic promises to call (`promiseOf`). */
  promised: Date
}

/** The forecast of a queue. Checkout, the waiting room, the board and the managers' list all use this one. */
export async function forecastOf(
  services: Services,
  product: Pick<Product, 'id' | 'workingHours'>,
  line: QueueSnapshot,
  now: Date,
): Promise<ProductForecast> {
  const { opening, due } = onDemandStateOf(product, await services.attendances(), services, now)
  const isClosed = opening !== 'OPEN'
  const wait = isClosed ? undefined : forecastWait(line)
  return { wait, due, isClosed, promised: promisedCallTime(wait, due, now) }
}

/**
 * When an unanswered booking is refunded: some time after the promise, or after closing time, when each waiting
 * patient is asked.
 */
function releaseOf({ config }: Services, { workingHours }: Product, promised: Date, now: Date): Date {
  const { care } = config.partnerConfig
  const closes = nextClosing(workingHours, config, now)
  const closingDeadline = closes ? closes.getTime() + care.closingMinutes * 60_000 : Number.POSITIVE_INFINITY
  const release = Math.min(automaticRefundTime(promised, care).getTime(), closingDeadline)
  return new Date(Math.ceil(release / STEP_MS) * STEP_MS)
}
/** Rounded up to five minutes: before payment nothing is exact to the minute, and the reply stays cacheable. */
const STEP_MS = 5 * 60_000
