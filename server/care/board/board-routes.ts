import { getBoard } from '@cuida/core/care/board/board-api.ts'
import { expectedWait } from '@cuida/core/care/queue/queue.ts'
import { localTime, momentOf } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { findMedian } from '../queue/queue-store.ts'
import { countToday, findLate, findTeam } from './board-store.ts'
import { findUnserved } from './unserved-store.ts'

/** The clinic at a glance, for managers. Nothing in the answer moves with the clock, so that an unchanged one is 304. */
export function boardRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getBoard,
    async (_, { db, now }) => {
      const { timeZone, partnerConfig } = services.config
      const midnight = momentOf(timeZone, localTime(timeZone, now()).day, '00:00')
      const [team, late, counts, medianMinutes, unserved] = await Promise.all([
        findTeam(db),
        findLate(db),
        countToday(db, midnight),
        findMedian(db),
        findUnserved(db, partnerConfig.care.goneMinutes),
      ])
      // Whoever works with somebody comes back to the queue: away is only who said so.
      const online = team.filter(({ state }) => state !== 'paused' && state !== 'off').length
      const { longestSince, ahead, today, urgent } = counts
      return {
        team,
        late,
        today,
        urgent,
        unserved,
        longestSince: longestSince?.toISOString() ?? null,
        forecast: expectedWait({ position: ahead + 1, online, medianMinutes }) ?? null,
      }
    },
    { topics: () => ['queue'] },
  )
}
