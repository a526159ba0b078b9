import { getBoard } from '@cuida/core/care/board/board-api.ts'
import type { WaitRange } from '@cuida/core/care/queue/forecast.ts'
import { localTime, momentOf } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { forecastOf } from '../queue/forecast.ts'
import { findQueueOfProduct } from '../queue/queue-store.ts'
import { countToday, countUnattended, findLateAppointments, findOnDutyTeam } from './board-store.ts'

/** The clinic's live board, for managers. The reply contains no elapsed times, so an unchanged board is a 304. */
export function boardRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getBoard,
    async (_, { db, now, locale }) => {
      const { timeZone, partnerConfig } = services.config
      const midnight = momentOf(timeZone, localTime(timeZone, now()).day, '00:00')
      const [team, late, counts, forecast, unattended] = await Promise.all([
        findOnDutyTeam(db),
        findLateAppointments(db),
        countToday(db, midnight),
        longestForecast(services, now(), locale),
        countUnattended(db, partnerConfig.care.goneMinutes),
      ])
      const { longestSince, today, urgent } = counts
      return {
        team,
        late,
        today,
        urgent,
        unattended,
        longestSince: longestSince?.toISOString() ?? null,
        forecast: forecast ?? null,
      }
    },
    { topics: () => ['queue'] },
  )
}

/** The longest forecast that a new patient would read now, over all on-demand products. */
async function longestForecast(services: Services, now: Date, locale: string): Promise<WaitRange | undefined> {
  const products = services.content.products(locale).filter(({ active, onDemand }) => active && onDemand)
  const forecasts = await Promise.all(
    products.map(async (product) =>
      forecastOf(services, product, await findQueueOfProduct(services.db, product.id), now),
    ),
  )
  const waits = forecasts.flatMap(({ wait }) => wait ?? [])
  return waits.sort((one, two) => two.to - one.to)[0]
}
