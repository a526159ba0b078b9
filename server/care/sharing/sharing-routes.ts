import { hoursOn } from '@cuida/core/booking/calendar/slots.ts'
import { getAvailability, setAvailability } from '@cuida/core/care/sharing/availability.ts'
import { getOwnDay } from '@cuida/core/care/sharing/day-api.ts'
import {
  changeTemplate,
  createTemplate,
  listTemplates,
  MAX_TEMPLATES,
  removeTemplate,
} from '@cuida/core/care/sharing/template-api.ts'
import { getColleagues, transferConsultation } from '@cuida/core/care/sharing/transfer-api.ts'
import { actsAs } from '@cuida/core/consultation/status/acting-role.ts'
import { afterTransfer } from '@cuida/core/consultation/status/steps.ts'
import { momentOf } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import { findAgendas } from '../../booking/agenda/agenda-store.ts'
import { audit } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { InvalidInput } from '../../kit/http/refusal.ts'
import { serve } from '../../kit/http/serve.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { enqueueCareNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { findForDesk } from '../queue/desk-store.ts'
import { lockHeld } from '../queue/held-routes.ts'
import {
  deleteTemplate,
  findAvailability,
  findColleagues,
  findEntries,
  findPendingHolds,
  findToday,
  insertTemplate,
  lockTemplate,
  saveAvailability,
  saveTransfer,
  templatesOf,
  updateTemplate,
} from './sharing-store.ts'

/** The holder of a consultation transfers it to a colleague. */
export function transferRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getColleagues, async ({ id }, { db, caller, locale, refuse }) => {
    const found = (await findForDesk(db, id, caller)) ?? refuse('CONSULTATION_NOT_FOUND')
    if (!found.heldByMe) refuse('NOT_YOURS')
    const items = await findColleagues(db, id, caller.staffId)
    return {
      items: items.map(({ clinicianId, name, specialty, attending }) => ({
        clinicianId,
        name,
        attending,
        specialty: specialty[locale] ?? Object.values(specialty)[0] ?? '',
      })),
    }
  })

  serve(app, services, transferConsultation, async ({ id, clinicianId, reason }, { db, caller, refuse }) => {
    await db.begin(async (tx) => {
      const locked = await lockHeld(tx, id, caller, refuse)
      const colleagues = await findColleagues(tx, id, caller.staffId)
      const to = colleagues.find((one) => one.clinicianId === clinicianId) ?? refuse('COLLEAGUE_NOT_AVAILABLE')
      const step = afterTransfer(locked, actsAs(to.role) ?? 'CLINICIAN') ?? refuse('NOT_NOW')
      await saveTransfer(tx, locked, step, { by: caller.staffId, to, reason })
      await enqueueCareNotification(tx, { consultationId: id }, 'reassigned')
      await audit(tx, services.secrets, {
        staffId: caller.staffId,
        act: 'transfer',
        subject: { kind: 'staff', id: to.staffId },
        detail: { consultation: id, reason },
      })
    })
    return null
  })
}

/** A clinician sets their availability, which applies to all of their open windows. */
export function availabilityRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getAvailability, async (_, { db, caller }) => findAvailability(db, caller.staffId), {
    topics: () => ['queue'],
  })

  serve(app, services, setAvailability, async ({ state, minutes }, { db, caller, refuse }) => {
    if (!caller.clinicianId) refuse('NOT_A_CLINICIAN')
    const isPause = state === 'paused'
    if (isPause !== (minutes !== undefined)) throw new InvalidInput({ minutes: isPause ? 'REQUIRED' : 'INVALID' })
    return db.begin(async (tx) => {
      const availability = await saveAvailability(
        tx,
        caller.staffId,
        state === 'available' ? null : state,
        minutes ?? null,
      )
      // Waiting patients get a new forecast.
      await notifyChanged(tx, [`staff:${caller.staffId}`, 'queue'])
      return availability
    })
  })
}

/** "My day": the caller's appointments, beside the queue. */
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
        findPendingHolds(db, clinicianId, span),
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

const mayShare = ({ role }: StaffCaller): boolean => role.includes('clinical-manager')

/** Templates for notes: the caller's own, and those that managers share. */
export function templateRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listTemplates, async (_, { db, caller }) => {
    const items = await templatesOf(db, caller.staffId)
    return { items: items.map((item) => ({ ...item, mayChange: !item.isShared || mayShare(caller) })) }
  })

  serve(app, services, createTemplate, async ({ title, text, isShared }, { db, caller, refuse }) => {
    if (isShared && !mayShare(caller)) refuse('NOT_YOURS_TO_SHARE')
    const template = { title, text, isShared, by: caller.staffId, most: MAX_TEMPLATES }
    const id = (await db.begin((tx) => insertTemplate(tx, template))) ?? refuse('TOO_MANY_TEMPLATES')
    return { id }
  })

  serve(app, services, changeTemplate, async ({ id, title, text }, { db, caller, refuse }) => {
    await db.begin(async (tx) => {
      await lockOwn(tx, id, caller, refuse)
      await updateTemplate(tx, id, { title, text, by: caller.staffId })
    })
    return null
  })

  serve(app, services, removeTemplate, async ({ id }, { db, caller, refuse }) => {
    await db.begin(async (tx) => {
      await lockOwn(tx, id, caller, refuse)
      await deleteTemplate(tx, id)
    })
    return null
  })
}

type Refuse = (code: 'TEMPLATE_NOT_FOUND' | 'NOT_YOURS_TO_SHARE') => never

async function lockOwn(tx: Tx, id: string, caller: StaffCaller, refuse: Refuse): Promise<void> {
  const found = (await lockTemplate(tx, id, caller.staffId)) ?? refuse('TEMPLATE_NOT_FOUND')
  if (found.isShared && !mayShare(caller)) refuse('NOT_YOURS_TO_SHARE')
}
