import { isOffered, occupiedBy, overlaps } from '@cuida/core/booking/calendar/slots.ts'
import { listSameHour } from '@cuida/core/care/rescue/late-api.ts'
import { areTimesOffered } from '@cuida/core/consultation/times-offered.ts'
import type { FastifyInstance } from 'fastify'
import { findAgendas, findTaken } from '../../booking/agenda/agenda-store.ts'
import { findProduct } from '../../booking/calendar/offer.ts'
import { findCliniciansOf } from '../../catalogue/clinician-store.ts'
import { findConsultation } from '../../consultation/consultation-store.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'

/** Who else could see them at the hour that the clinic cannot keep: as the calendars are now, and only while others are offered. */
export function offeredRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listSameHour, async ({ id }, { db, now, caller, locale, refuse }) => {
    const found = await findConsultation(db, id, locale)
    if (!found || !(await patientOf(db, caller.accountId, found.patient.id))) return refuse('CONSULTATION_NOT_FOUND')
    const { startTime, endTime, clinician, product: bought } = found
    const product = areTimesOffered(found, now()) ? await findProduct(services, bought.id, locale) : undefined
    if (!product?.scheduled || !startTime || !endTime) return { items: [] }
    const hour = { start: new Date(startTime), end: new Date(endTime) }
    const others = (await findCliniciansOf(db, product.id, locale)).filter((one) => one.id !== clinician?.id)
    const ids = others.map((one) => one.id)
    const [agendas, taken] = await Promise.all([findAgendas(db, services.config, ids), findTaken(db, ids, undefined)])
    const free = others.filter((one) => {
      const agenda = agendas.get(one.id)
      if (!agenda || !isOffered(agenda, hour, product.durationMinutes, now())) return false
      return !taken.get(one.id)?.some((each) => overlaps(each, occupiedBy(hour, agenda.bufferMinutes)))
    })
    return { items: free.map(({ id: clinicianId, name }) => ({ id: clinicianId, name })) }
  })
}
