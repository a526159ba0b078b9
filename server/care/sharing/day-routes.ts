import { hoursOn } from '@cuida/core/booking/calendar/slots.ts'
import { getOwnDay } from '@cuida/core/care/sharing/day-api.ts'
import { momentOf } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import { findAgendas } from '../../booking/agenda/agenda-store.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { findEntries, findPending, findToday } from './day-store.ts'

/** "My day": what is booked with whoever asks, beside the queue. */
export function dayRoutes(app: FastifyInstance, services: Services): void {
  serve(
    app,
    services,
    getOwnDay,
    async (_, { db, caller: { clinicianId } }) => {
      const today = clinicianId && (await findToday(db, clinicianId))
      if (!clinicianId || !today) return { day: null }
      const { date, timeZone } = today
      const span = { start: momentOf(timeZone, date, '00:00'), end: momentOf(timeZone, date, '24:00') }
      const [agendas, entries, pending] = await Promise.all([
        findAgendas(db, services.config, [clinicianId]),
        findEntries(db, clinicianId, span),
        findPending(db, clinicianId, span),
      ])
      const agenda = agendas.get(clinicianId)
      const hours = (agenda ? hoursOn(agenda, date) : [])
        .map(({ starts, ends }) => stretch(momentOf(timeZone, date, starts), momentOf(timeZone, date, ends)))
        .sort((a, b) => a.startTime.localeCompare(b.startTime))
      return { day: { date, timeZone, hours, entries, pending: pending.map(({ start, end }) => stretch(start, end)) } }
    },
    { topics: (_, { clinicianId }) => ['queue', `clinician:${clinicianId}`] },
  )
}

const stretch = (start: Date, end: Date) => ({ startTime: start.toISOString(), endTime: end.toISOString() })
