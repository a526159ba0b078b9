import { getAgenda, listRescheduleTimes, rescheduleBooked, setHours } from '@cuida/core/booking/agenda/agenda-api.ts'
import { keepTime, listDeskTimes } from '@cuida/core/booking/agenda/desk-offer-api.ts'
import { enterAbsence, listAbsenceAppointments, resolveAbsence } from '@cuida/core/care/absence/absence-api.ts'
import { formatDate } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { AbsenceScreen } from '../../care/absence/AbsenceScreen.tsx'
import { mockDeskServer, renderDeskScreen } from '../../test-desk-screen.ts'
import { AgendaScreen } from './AgendaScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const REASON = 'The room is being painted that day'
const booked = {
  startTime: '2026-11-26T15:00:00Z',
  endTime: '2026-11-26T15:15:00Z',
  state: 'booked',
  consultationId: 'c-1',
  booked: {
    patient: { firstName: 'Ana', lastName: 'Ruiz', age: 36, dateOfBirth: '1990-05-01' },
    productName: 'General',
  },
}
const DAYS = ['23', '24', '25', '26', '27', '28', '29'].map((day) => ({
  date: `2026-11-${day}`,
  hours: [{ starts: '09:00', ends: '14:00' }],
  isException: day === '27',
  holds:
    day === '26'
      ? [booked, { ...booked, startTime: '2026-11-26T16:00:00Z', state: 'held', consultationId: null, booked: null }]
      : [],
}))
const MARTA = { id: 'd-1', name: 'Marta', timeZone: 'Europe/Madrid', days: DAYS, absences: [] as object[] }

describe('the agenda page', () => {
  async function agenda(clinicians: object[] = [MARTA]) {
    const server = mockDeskServer('clinician')
    server.reply(getAgenda, { clinicians })
    const slots = [{ startTime: '2026-11-26T17:00:00Z', endTime: '2026-11-26T17:15:00Z' }]
    server.reply(listRescheduleTimes, { timeZone: 'Europe/Madrid', slots })
    server.reply(listDeskTimes, {
      timeZone: 'Europe/Madrid',
      slots,
      productId: '101',
      products: [{ id: '101', name: 'G' }],
    })
    for (const call of [setHours, rescheduleBooked]) server.reply(call, null)
    server.reply(keepTime, { keptUntil: '2026-11-26T10:30:00Z' })
    return { server, page: await renderDeskScreen(<AgendaScreen />, { at: '/agenda' }) }
  }
  test('only a booking that can be rescheduled is a button', async () => {
    const { page } = await agenda()
    expect(page.buttons().filter((name) => name.includes('16:00'))).toHaveLength(1)
    expect(page.buttons().filter((name) => name.includes('17:00'))).toHaveLength(0)
    expect(page.text()).toContain('17:00')
  })
  test('a booking is rescheduled to a free slot with a reason', async () => {
    const { page, server } = await agenda()
    expect(page.buttons().find((name) => name.includes('16:00'))).toContain('Ana Ruiz, 36')
    await page.click(/16:00/)
    // Two identifiers show before rescheduling.
    expect(page.text()).toContain(`Ana Ruiz · ${formatDate('1990-05-01')}`)
    await page.click(t('desk.agenda.move'))
    expect(server.requestsTo(rescheduleBooked)).toEqual([])
    await page.fill(t('desk.agenda.move.time'), '2026-11-26T17:00:00Z/2026-11-26T17:15:00Z')
    await page.fill(t('desk.people.reason'), REASON)
    await page.click(t('desk.agenda.move'))
    expect(server.requestsTo(rescheduleBooked)).toMatchObject([
      { path: '/v1/desk/consultations/c-1/schedule', body: { startTime: '2026-11-26T17:00:00Z', reason: REASON } },
    ])
  })
  test('hours with bookings change only after a warning', async () => {
    const { page, server } = await agenda()
    server.refuse(setHours, 'HAS_BOOKINGS')
    await page.click(/^Marta, Thursday 26 November. 09/)
    await page.fill(t('desk.agenda.hours'), '9-25')
    await page.fill(t('desk.people.reason'), REASON)
    await page.click(t('desk.agenda.save'))
    expect(server.requestsTo(setHours)).toEqual([])
    await page.fill(t('desk.agenda.hours'), '10:00-12:00')
    await page.click(t('desk.agenda.save'))
    expect(server.requestsTo(setHours)).toMatchObject([
      { path: expect.stringMatching(/\/agenda\/[^/]+\/days\/2026-11-26$/) },
    ])
    expect(server.requestsTo(setHours)[0]?.body).toMatchObject({ anyway: false })
    await page.click(t('desk.agenda.saveAnyway'))
    expect(server.requestsTo(setHours)[1]?.body).toMatchObject({ anyway: true })
  })
  test('a slot is reserved for a phone number, on days that are not over', async () => {
    const { page, server } = await agenda()
    const keeps = page
      .buttons()
      .filter((name) => name.startsWith(t('desk.agenda.offer.on', { name: 'Marta', day: '' }).slice(0, 8)))
    expect(keeps.length).toBeLessThan(DAYS.length)
    await page.click(keeps[0] as string)
    await page.click(t('desk.agenda.offer.save'))
    expect(server.requestsTo(keepTime)).toEqual([])
    await page.fill(t('desk.agenda.offer.phone'), '612345678')
    await page.fill(t('desk.agenda.move.time'), '2026-11-26T17:00:00Z/2026-11-26T17:15:00Z')
    await page.click(t('desk.agenda.offer.save'))
    expect(server.requestsTo(keepTime)).toMatchObject([{ body: { phone: '612345678', productId: '101' } }])
  })
  test('an agenda without clinicians shows a message and no absence form', async () => {
    const { page } = await agenda([])
    expect(page.hasMessage('desk.agenda.nobody')).toBe(true)
    expect(page.buttons()).not.toContain(t('desk.absence.open'))
  })
})

describe('the absence page', () => {
  const hour = {
    id: 'c-1',
    status: 'QUEUED',
    startTime: booked.startTime,
    endTime: booked.endTime,
    areTimesOffered: false,
    patient: { firstName: 'Ana', lastName: 'Ruiz' },
    product: { name: 'G' },
    free: ['d-2'],
  }
  const colleagues = [
    { id: 'd-2', name: 'Juan' },
    { id: 'd-3', name: 'Eva' },
  ]
  async function absence(clinician: object = MARTA, items: object[] = [hour]) {
    const server = mockDeskServer('clinician')
    server.reply(getAgenda, { clinicians: [clinician] })
    server.reply(listAbsenceAppointments, { items, colleagues })
    for (const call of [enterAbsence, resolveAbsence])
      server.reply(call, { results: [{ id: 'c-1', problem: 'CHANGED_MEANWHILE' }] })
    return { server, page: await renderDeskScreen(<AbsenceScreen />, { at: '/agenda/absence' }) }
  }
  test('an absence is entered once every appointment has a resolution, and failed resolutions are listed', async () => {
    const { page, server } = await absence()
    await page.fill(t('desk.people.reason'), REASON)
    await page.click(t('desk.absence.enter'))
    expect(server.requestsTo(enterAbsence)).toEqual([])
    const name = page.fields().find((field) => field.startsWith('Ana Ruiz')) as string
    expect(page.options(name).join()).toMatch(/Juan/)
    expect(page.options(name).join()).not.toMatch(/Eva/)
    await page.fill(name, 'd-2')
    await page.click(t('desk.absence.enter'))
    expect(server.requestsTo(enterAbsence)).toHaveLength(1)
    expect(page.hasMessage('desk.reassignment.problem.CHANGED_MEANWHILE')).toBe(true)
  })
  test('an absence without a reason is refused', async () => {
    const { page, server } = await absence(MARTA, [])
    await page.click(t('desk.absence.enter'))
    expect(server.requestsTo(enterAbsence)).toEqual([])
  })
  test('undecided appointments of an absence can be resolved later; past absences are not listed', async () => {
    const to = { id: 'a-1', startTime: '2026-11-26T00:00:00Z', endTime: '2026-11-27T00:00:00Z', undecided: 1 }
    const { page } = await absence({ ...MARTA, absences: [to] })
    expect(page.buttons()).toContain(t('desk.absence.settle'))
    await page.unmount()
    const over = { ...to, endTime: '2026-11-26T09:00:00Z' }
    const { page: pastPage } = await absence({ ...MARTA, absences: [over] })
    expect(pastPage.buttons()).not.toContain(t('desk.absence.settle'))
  })
})
