import { cancelOrder, rescheduleConsultation } from '@cuida/core/care/booked/booked-api.ts'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { chooseAfterHours } from '@cuida/core/care/queue/after-hours-api.ts'
import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { confirmPresence, leaveQueue } from '@cuida/core/care/queue/waiting-api.ts'
import { chooseWhenLate, listSameHour } from '@cuida/core/care/reassignment/late-api.ts'
import { listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { currentBooking } from '../booking/cart/cart-store.ts'
import { ana, leo, partnerConfig, renderPatientScreen } from '../kit/test-patient-screen.ts'
import { ConsultationScreen } from './ConsultationScreen.tsx'
import { caredFor, NOW, START, WAITING } from './test-consultation.ts'

beforeEach(() => freezeTime(NOW))

interface Around {
  order?: object
  search?: string
  partner?: object
}
async function one(more: object = {}, { order = {}, search = '', partner = {} }: Around = {}) {
  const server = caredFor(more, order)
  const page = await renderPatientScreen(<ConsultationScreen params={{ id: 'c-1' }} />, {
    at: `/consultations/c-1${search}`,
    partner,
  })
  return { server, page }
}
/** The settings of a partner that lets its patients cancel inside the notice without a refund. */
async function lenient() {
  const { partnerConfig: set } = await partnerConfig()
  return { partnerConfig: { ...set, care: { ...set.care, lateCancellation: 'without-refund' } } }
}
const MOVE = () => t('care.manage.move')
const CANCEL = () => t('care.cancel.confirm')
const past = {
  status: 'CLOSED',
  notes: [{ id: 'n', text: 'Rest.', author: 'Dra. Vidal', signedAt: NOW, amends: null }],
}

describe('a consultation', () => {
  test('of a child says that it is theirs, and mine does not', async () => {
    const { page } = await one({ patient: { id: leo, firstName: 'Leo' } })
    expect(page.hasMessage('profile.identity.for', { name: 'Leo' })).toBe(true)
    await page.unmount()
    expect((await one()).page.hasMessage('profile.identity.for', { name: 'Ana' })).toBe(false)
  })
  test('answers the clinic’s questions about consultations, and no others [B2.23]', async () => {
    const { page } = await one()
    expect(page.headings()).toContain(t('support.faqs'))
    expect(page.text()).toContain('What do I need for the video call?')
    expect(page.text()).not.toContain('How does a consultation work?')
  })
  test('that is nobody’s here shows nothing of one', async () => {
    const server = caredFor()
    server.refuse(getConsultation, 'CONSULTATION_NOT_FOUND', 404)
    const page = await renderPatientScreen(<ConsultationScreen params={{ id: 'c-1' }} />)
    expect(page.hasMessage('care.one.missing')).toBe(true)
    expect(page.headings()).toEqual([t('care.one.title')])
  })
  test('that waits for its money leads there', async () => {
    const { page } = await one({ status: 'PENDING' })
    expect(page.links()[t('care.one.toPayment')]).toBe('/orders/o-1')
    await page.unmount()
    expect((await one()).page.links()).not.toHaveProperty([t('care.one.toPayment')])
  })
})

describe('what can be changed', () => {
  const far = { startTime: '2026-11-26T15:00:00Z', endTime: '2026-11-26T15:15:00Z' }
  test('two hours before: another time and cancelling, with until when', async () => {
    const { page } = await one(far)
    expect(page.links()).toHaveProperty([MOVE()], '/consultations/c-1/reschedule')
    expect(page.buttons()).toContain(CANCEL())
    expect(page.hasMessage('care.manage.until', { moment: 'Thursday 26 November, 14:00' })).toBe(true)
  })
  test('later than that neither, and it says why, what not coming means, and whom to write to [B8.8]', async () => {
    const { page } = await one()
    expect(page.links()).not.toHaveProperty([MOVE()])
    expect(page.buttons()).not.toContain(CANCEL())
    expect(page.buttons()).not.toContain(t('care.manage.cannotCome'))
    expect(page.hasMessage('care.manage.noShow.notRefunded', { calls: 3 })).toBe(true)
    expect(page.links()[t('care.manage.contact')]).toBe('/support')
    expect(page.hasMessage('care.cancel.TOO_LATE_TO_CANCEL', { notice: '2 h' })).toBe(true)
  })
  test('a partner that returns the money after missed calls says that', async () => {
    const { page } = await one({}, { partner: { refundAfterMissedCalls: true } })
    expect(page.hasMessage('care.manage.noShow.refunded', { calls: 3 })).toBe(true)
  })
  test('where the partner allows it, cancelling without a refund says its cost before it is sent', async () => {
    const { page, server } = await one({}, { partner: await lenient() })
    expect(page.hasMessage('care.cancel.tooLateForRefund', { notice: '2 h' })).toBe(true)
    server.reply(cancelOrder, {})
    await page.click(t('care.manage.cannotCome'))
    expect(page.hasMessage('care.cancel.cost', { amount: '€29.00' })).toBe(true)
    await page.click(t('care.cancel.reason.TIME'))
    await page.click(CANCEL())
    expect(server.requestsTo(cancelOrder)).toMatchObject([{ body: { reason: 'TIME', withoutRefund: true } }])
  })
  test('a question with the money stays one, though the minute passes until which it came back', async () => {
    const soon = { startTime: new Date(Date.parse(NOW) + 120 * 60_000 + 1_000).toISOString() }
    const { page, server } = await one(soon, { partner: await lenient() })
    server.refuse(cancelOrder, 'TOO_LATE_TO_CANCEL', 409)
    await page.click(CANCEL())
    await advanceTime(2 * 60_000)
    expect(page.hasMessage('care.cancel.cost', { amount: '€29.00' })).toBe(false)
    await page.click(t('care.cancel.reason.TIME'))
    await page.click(CANCEL())
    expect(server.requestsTo(cancelOrder).map(({ body }) => body)).toEqual([{ reason: 'TIME', withoutRefund: false }])
    expect(page.hasMessage('care.cancel.TOO_LATE_TO_CANCEL', { notice: '2 h' })).toBe(true)
  })
  test.each(['ACTIVE', 'CLOSED', 'CANCELLED'])('nothing of one that is %s', async (status) => {
    const { page } = await one({ ...far, status })
    expect(page.headings()).not.toContain(t('care.manage.title'))
  })
  test('cancelling says what comes back, asks why, and asks once', async () => {
    const { page, server } = await one(far)
    server.reply(cancelOrder, {})
    await page.click(CANCEL())
    expect(
      page.hasMessage('care.refund.owed', { amount: '€29.00', from: 3, to: 5 }) || page.text().includes('€29.00'),
    ).toBe(true)
    await page.click(CANCEL())
    expect(server.requestsTo(cancelOrder)).toEqual([])
    expect(page.hasMessage('care.cancel.reason.REQUIRED')).toBe(true)
    await page.click(t('care.cancel.reason.TIME'))
    await page.click(CANCEL())
    expect(server.requestsTo(cancelOrder)).toMatchObject([{ path: '/v1/order/o-1/cancel', body: { reason: 'TIME' } }])
  })
  test.each([
    ['nothing was paid yet', { status: 'PENDING' }, 'care.cancel.nothingPaid'],
    ['it was free', { amount: 0 }, 'care.cancel.free'],
  ])('cancelling promises no money where %s', async (_, order, text) => {
    const { page } = await one(far, { order })
    await page.click(CANCEL())
    expect(page.hasMessage(text)).toBe(true)
    expect(page.text()).not.toContain('€29.00')
  })
  test('cancelling that came too late says so, and can only be closed', async () => {
    const { page, server } = await one(far)
    server.refuse(cancelOrder, 'TOO_LATE_TO_CANCEL')
    await page.click(CANCEL())
    await page.click(t('care.cancel.reason.COST'))
    await page.click(CANCEL())
    expect(page.buttons().slice(-1)).toEqual([t('ui.close')])
    expect(page.hasMessage('care.cancel.TOO_LATE_TO_CANCEL', { notice: '2 h' })).toBe(true)
  })
  test('a link may ask about cancelling at once, a reload does not; too late it says what that costs', async () => {
    const { page } = await one(far, { search: '?ask=cancel' })
    await page.click(t('care.cancel.keep'))
    expect(currentAddress()).toBe('/consultations/c-1')
    await page.unmount()
    const { page: late } = await one({}, { search: '?ask=cancel', partner: await lenient() })
    expect(late.hasMessage('care.cancel.cost', { amount: '€29.00' })).toBe(true)
  })
})

describe('who waits', () => {
  test('sees their place, and may leave the app and come back', async () => {
    const { page, server } = await one(WAITING)
    server.reply(leaveQueue, {})
    expect(page.text()).toContain(t('care.one.position', { position: 2 }))
    await page.click(t('care.waiting.leave'))
    expect(server.requestsTo(leaveQueue)).toHaveLength(1)
    await page.unmount()
    expect((await one({ ...WAITING, isAway: true })).page.buttons()).toContain(t('care.waiting.back'))
  })
  test('longer than they were told hears it from us, until they are called', async () => {
    const late = { ...WAITING, promisedBy: '2026-11-26T09:40:00Z', expectedWait: { from: 0, to: 5 } }
    const { page } = await one(late)
    expect(page.hasMessage('care.waiting.sorry')).toBe(true)
    await page.unmount()
    const { page: missed } = await one({ ...late, missedCalls: 1 })
    expect(missed.hasMessage('care.waiting.sorry')).toBe(false)
  })
  test('and missed a call says that they are here, once', async () => {
    const failed = { type: 'UNASSIGNED', createdAt: NOW, user: { role: 'CLINICIAN' } }
    const missed = { ...WAITING, missedCalls: 1, actions: [failed] }
    const { page, server } = await one(missed)
    server.reply(confirmPresence, {})
    await page.click(t('care.waiting.here'))
    expect(server.requestsTo(confirmPresence)).toHaveLength(1)
    await page.unmount()
    expect((await one({ ...missed, isHere: true })).page.buttons()).not.toContain(t('care.waiting.here'))
  })
  test('for a video tries the camera; for a phone call there is nothing to try', async () => {
    const { page } = await one(WAITING)
    expect(page.links()).toHaveProperty([t('care.devices.title')])
    await page.unmount()
    const { page: phone } = await one({ ...WAITING, preferredContactMethod: 'phone' })
    expect(phone.links()).not.toHaveProperty([t('care.devices.title')])
  })
  test('and may be an emergency reads whom to call', async () => {
    const { page } = await one({ ...WAITING, isUrgent: true })
    expect(page.links()[t('booking.urgent.call', { number: '112' })]).toBe('tel:112')
    expect(page.hasMessage('care.waiting.urgent', { number: '112' })).toBe(true)
    await page.unmount()
    expect((await one(WAITING)).page.links()).not.toHaveProperty([t('booking.urgent.call', { number: '112' })])
    await page.unmount()
    const { page: over } = await one({ ...past, isUrgent: true })
    expect(over.links()).not.toHaveProperty([t('booking.urgent.call', { number: '112' })])
    expect(over.hasMessage('care.waiting.urgent', { number: '112' })).toBe(false)
  })
})

describe('whom the clinic keeps waiting', () => {
  const late = { startTime: '2026-11-26T09:30:00Z', endTime: '2026-11-26T09:45:00Z' }
  test('chooses to wait, somebody else, another time or all the money, and again', async () => {
    const { page, server } = await one(late)
    server.reply(chooseWhenLate, {})
    expect(page.headings()).toContain(t('care.late.title'))
    expect(page.links()).toHaveProperty([t('care.late.MOVE')])
    await page.click(/Wait|wait/)
    expect(server.requestsTo(chooseWhenLate)).toMatchObject([
      { path: expect.stringMatching(/^\/v1\/consultations\/[^/]+\/late-choice$/), body: { choice: 'WAIT' } },
    ])
    await page.unmount()
    const { page: chosen } = await one({ ...late, lateChoice: 'ANOTHER' })
    const name = 'Dra. Marta Vidal'
    expect(chosen.buttons()).toContain(t('care.late.WAIT', { name }))
    expect(chosen.buttons()).not.toContain(t('care.late.ANOTHER', { name }))
  })
  test('gets all of it back without being asked why', async () => {
    const { page, server } = await one(late)
    server.reply(cancelOrder, {})
    await page.click(t('care.late.MONEY'))
    expect(page.fields()).not.toContain(t('care.cancel.reason.TIME'))
    expect(page.buttons()).toContain(t('care.cancel.back'))
    await page.click(CANCEL())
    expect(server.requestsTo(cancelOrder)).toMatchObject([{ body: { reason: 'ABSENT' } }])
  })
  test('is nobody before their hour', async () => {
    const { page } = await one()
    expect(page.headings()).not.toContain(t('care.late.title'))
    expect(page.buttons()).not.toContain(t('care.late.MONEY'))
  })
})

describe('whose hour the clinic cannot keep', () => {
  const offered = { timesOfferedFor: START }
  test('takes a colleague at the same hour by one press, three at most', async () => {
    const server = caredFor(offered)
    const named = (id: string) => ({ id, name: `Dr. ${id}` })
    server.reply(listSameHour, { items: ['A', 'B', 'C', 'D'].map(named) })
    server.reply(rescheduleConsultation, {})
    const page = await renderPatientScreen(<ConsultationScreen params={{ id: 'c-1' }} />, { at: '/consultations/c-1' })
    const takes = (id: string) => t('care.offered.SAME', { name: `Dr. ${id}` })
    expect(page.buttons()).toContain(takes('C'))
    expect(page.buttons()).not.toContain(takes('D'))
    await page.click(takes('B'))
    expect(server.requestsTo(rescheduleConsultation)).toMatchObject([{ body: { clinicianId: 'B', startTime: START } }])
  })
  test('is not told an hour to put into a calendar, nor one that counts down', async () => {
    const { page } = await one(offered)
    expect(page.buttons()).not.toContain(t('care.calendar.add'))
    expect(page.hasMessage('care.one.startsIn')).toBe(false)
    await page.unmount()
    const { page: kept } = await one()
    expect(kept.buttons()).toContain(t('care.calendar.add'))
    expect(kept.hasMessage('care.one.startsIn')).toBe(true)
  })
})

describe('who still waits when it closes', () => {
  const closed = { ...WAITING, afterHoursSince: '2026-11-26T09:55:00Z', reopensAt: '2026-11-27T08:00:00Z' }
  test('keeps the first place, or takes the money; leaving the app is not offered beside that', async () => {
    const { page, server } = await one(closed)
    server.reply(chooseAfterHours, {})
    expect(page.buttons()).toContain(t('care.late.MONEY'))
    expect(page.buttons()).not.toContain(t('care.waiting.leave'))
    await page.click(t('care.afterHours.NEXT_OPENING'))
    expect(server.requestsTo(chooseAfterHours)).toMatchObject([{ body: { choice: 'NEXT_OPENING' } }])
  })
  test('is offered no place where it does not open again', async () => {
    const { page } = await one({ ...closed, reopensAt: null })
    expect(page.buttons()).not.toContain(t('care.afterHours.NEXT_OPENING'))
    expect(page.buttons()).toContain(t('care.late.MONEY'))
  })
})

const KEPT = [
  { questionId: 'fever', answer: false },
  { questionId: 'allergies', answer: 'none-known' },
]
const HISTORY = [{ questionId: 'warning-signs', answer: ['none'] }, ...KEPT]

describe('what is over', () => {
  test('shows its signed notes, papers of them, and how it was', async () => {
    const { page } = await one(past)
    expect(page.text()).toContain('Rest.')
    expect(page.buttons()).toEqual(
      expect.arrayContaining([
        t('care.issuedDocuments.notes'),
        t('care.issuedDocuments.attendance'),
        t('care.rating.send'),
      ]),
    )
    expect(page.links()).toHaveProperty([t('care.one.receipt')])
  })
  test('begins again with its product, person, professional and the answers that are history', async () => {
    const { page, server } = await one({ ...past, symptoms: HISTORY })
    server.reply(listProductClinicians, { items: [{ id: 'd-1', nextFree: null }] })
    await page.click(t('care.one.again'))
    expect(currentBooking()).toMatchObject({
      productSlug: 'general-consultation',
      mode: 'later',
      patientId: ana,
      clinicianId: 'd-1',
      contactMethod: 'video',
      summary: '',
    })
    expect(currentBooking()?.symptoms).toEqual(KEPT)
    expect(currentAddress()).toBe('/products/general-consultation/questions?question=1')
  })
  test.each([
    ['now, where care now is offered', false, 'now'],
    ['at a time, where nobody is there now', true, 'later'],
  ])('on demand begins again %s', async (_, closed, mode) => {
    const { page, server } = await one({ ...past, type: 'on-demand' })
    server.reply(getForecast, { wait: null, from: null, closed })
    await page.click(t('care.one.again'))
    expect(currentBooking()).toMatchObject({ mode, clinicianId: undefined })
  })
  test('begins again without a professional who gives it no more', async () => {
    const { page, server } = await one(past)
    server.reply(listProductClinicians, { items: [] })
    await page.click(t('care.one.again'))
    expect(currentBooking()?.clinicianId).toBeUndefined()
  })
  test('of somebody who is not in the family any more asks for whom, and everything else', async () => {
    const gone = { id: '10000000-0000-4000-8000-000000000009', firstName: 'Eva' }
    const { page, server } = await one({ ...past, patient: gone, symptoms: HISTORY })
    server.reply(listProductClinicians, { items: [] })
    await page.click(t('care.one.again'))
    expect(currentBooking()).toMatchObject({ patientId: undefined, symptoms: [] })
  })
  test('of a product that is offered no more leads to its page, which says so', async () => {
    const { page } = await one({ ...past, product: { id: '999', name: 'Old', slug: 'old-product' } })
    await page.click(t('care.one.again'))
    expect(currentBooking()).toBeUndefined()
    expect(currentAddress()).toBe('/products/old-product')
  })
  test('and not closed yet has no certificate of attendance; without notes no paper at all', async () => {
    const { page } = await one({ ...past, status: 'CLOSING' })
    expect(page.buttons()).not.toContain(t('care.issuedDocuments.attendance'))
    await page.unmount()
    const { page: unsigned } = await one({ status: 'CLOSING' })
    expect(unsigned.buttons()).not.toContain(t('care.issuedDocuments.notes'))
    expect(unsigned.hasMessage('care.notes.soon')).toBe(true)
  })
  test('because it was cancelled says what becomes of the money, and has no receipt', async () => {
    const order = { cancelledBy: 'patient', refund: { amount: 2900, state: 'pending' } }
    const { page } = await one({ status: 'CANCELLED' }, { order })
    expect(page.text()).toContain('€29.00')
    expect(page.links()).toHaveProperty([t('care.refund.see')])
    expect(page.links()).not.toHaveProperty([t('care.one.receipt')])
    await page.unmount()
    const { page: kept } = await one({ status: 'CANCELLED' }, { order: { cancelledBy: 'patient' } })
    expect(kept.hasMessage('care.refund.none')).toBe(true)
    await page.unmount()
    const { page: free } = await one({ status: 'CANCELLED' }, { order: { ...order, amount: 0 } })
    expect(free.links()).not.toHaveProperty([t('care.refund.see')])
  })
})
