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
import { anaId, fetchPartnerConfig, leoId, renderPatientScreen } from '../kit/test-patient-screen.ts'
import { ConsultationScreen } from './ConsultationScreen.tsx'
import { START_TIME, setUpConsultation, TEST_TIME, WAITING_CONSULTATION } from './test-consultation.ts'

beforeEach(() => freezeTime(TEST_TIME))

interface Around {
  order?: object
  search?: string
  partner?: object
}
async function one(more: object = {}, { order = {}, search = '', partner = {} }: Around = {}) {
  const server = setUpConsultation(more, order)
  const page = await renderPatientScreen(<ConsultationScreen params={{ id: 'c-1' }} />, {
    at: `/consultations/c-1${search}`,
    partner,
  })
  return { server, page }
}
/** Settings of a partner that lets patients cancel late without a refund. */
async function lenient() {
  const { partnerConfig: set } = await fetchPartnerConfig()
  return { partnerConfig: { ...set, care: { ...set.care, lateCancellation: 'without-refund' } } }
}
const MOVE = () => t('care.manage.move')
const CANCEL = () => t('care.cancel.confirm')
const pastConsultation = {
  status: 'CLOSED',
  notes: [{ id: 'n', text: 'Rest.', author: 'Dra. Vidal', signedAt: TEST_TIME, amends: null }],
}

describe('a consultation', () => {
  test("a child's consultation names the child, the holder's own names nobody", async () => {
    const { page } = await one({ patient: { id: leoId, firstName: 'Leo' } })
    expect(page.hasMessage('profile.identity.for', { name: 'Leo' })).toBe(true)
    await page.unmount()
    expect((await one()).page.hasMessage('profile.identity.for', { name: 'Ana' })).toBe(false)
  })
  test("only the clinic's FAQs about consultations are shown [B2.23]", async () => {
    const { page } = await one()
    expect(page.headings()).toContain(t('support.faqs'))
    expect(page.text()).toContain('What do I need for the video call?')
    expect(page.text()).not.toContain('How does a consultation work?')
  })
  test("another account's consultation shows no data", async () => {
    const server = setUpConsultation()
    server.refuse(getConsultation, 'CONSULTATION_NOT_FOUND', 404)
    const page = await renderPatientScreen(<ConsultationScreen params={{ id: 'c-1' }} />)
    expect(page.hasMessage('care.one.missing')).toBe(true)
    expect(page.headings()).toEqual([t('care.one.title')])
  })
  test('an unpaid consultation leads to its payment', async () => {
    const { page } = await one({ status: 'PENDING' })
    expect(page.links()[t('care.one.toPayment')]).toBe('/orders/o-1')
    await page.unmount()
    expect((await one()).page.links()).not.toHaveProperty([t('care.one.toPayment')])
  })
})

describe('changes to a booking', () => {
  const far = { startTime: '2026-11-26T15:00:00Z', endTime: '2026-11-26T15:15:00Z' }
  test('two hours before, rescheduling and cancelling are offered with their deadline', async () => {
    const { page } = await one(far)
    expect(page.links()).toHaveProperty([MOVE()], '/consultations/c-1/reschedule')
    expect(page.buttons()).toContain(CANCEL())
    expect(page.hasMessage('care.manage.until', { moment: 'Thursday 26 November, 14:00' })).toBe(true)
  })
  test('later neither is offered, with the reason, the consequence of not coming and a contact [B8.8]', async () => {
    const { page } = await one()
    expect(page.links()).not.toHaveProperty([MOVE()])
    expect(page.buttons()).not.toContain(CANCEL())
    expect(page.buttons()).not.toContain(t('care.manage.cannotCome'))
    expect(page.hasMessage('care.manage.noShow.notRefunded', { calls: 3 })).toBe(true)
    expect(page.links()[t('care.manage.contact')]).toBe('/support')
    expect(page.hasMessage('care.cancel.TOO_LATE_TO_CANCEL', { notice: '2 h' })).toBe(true)
  })
  test('a partner that refunds after missed calls says so', async () => {
    const { page } = await one({}, { partner: { refundAfterMissedCalls: true } })
    expect(page.hasMessage('care.manage.noShow.refunded', { calls: 3 })).toBe(true)
  })
  test('where the partner allows it, cancelling without a refund shows its cost first', async () => {
    const { page, server } = await one({}, { partner: await lenient() })
    expect(page.hasMessage('care.cancel.tooLateForRefund', { notice: '2 h' })).toBe(true)
    server.reply(cancelOrder, {})
    await page.click(t('care.manage.cannotCome'))
    expect(page.hasMessage('care.cancel.cost', { amount: '€29.00' })).toBe(true)
    await page.click(t('care.cancel.reason.TIME'))
    await page.click(CANCEL())
    expect(server.requestsTo(cancelOrder)).toMatchObject([{ body: { reason: 'TIME', withoutRefund: true } }])
  })
  test('an open dialog keeps its refund though the deadline passes', async () => {
    const soon = { startTime: new Date(Date.parse(TEST_TIME) + 120 * 60_000 + 1_000).toISOString() }
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
  test.each(['ACTIVE', 'CLOSED', 'CANCELLED'])('a booking that is %s cannot be changed', async (status) => {
    const { page } = await one({ ...far, status })
    expect(page.headings()).not.toContain(t('care.manage.title'))
  })
  test('cancelling shows the refund, asks the reason and confirms once', async () => {
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
    ['the booking was free', { amount: 0 }, 'care.cancel.free'],
  ])('cancelling promises no refund where %s', async (_, order, text) => {
    const { page } = await one(far, { order })
    await page.click(CANCEL())
    expect(page.hasMessage(text)).toBe(true)
    expect(page.text()).not.toContain('€29.00')
  })
  test('a cancellation that came too late says so and can only be closed', async () => {
    const { page, server } = await one(far)
    server.refuse(cancelOrder, 'TOO_LATE_TO_CANCEL')
    await page.click(CANCEL())
    await page.click(t('care.cancel.reason.COST'))
    await page.click(CANCEL())
    expect(page.buttons().slice(-1)).toEqual([t('ui.close')])
    expect(page.hasMessage('care.cancel.TOO_LATE_TO_CANCEL', { notice: '2 h' })).toBe(true)
  })
  test('a link may open the cancel dialog, a reload does not; a late one shows the cost', async () => {
    const { page } = await one(far, { search: '?ask=cancel' })
    await page.click(t('care.cancel.keep'))
    expect(currentAddress()).toBe('/consultations/c-1')
    await page.unmount()
    const { page: late } = await one({}, { search: '?ask=cancel', partner: await lenient() })
    expect(late.hasMessage('care.cancel.cost', { amount: '€29.00' })).toBe(true)
  })
})

describe('a waiting patient', () => {
  test('the patient sees the place in the queue and may leave and come back', async () => {
    const { page, server } = await one(WAITING_CONSULTATION)
    server.reply(leaveQueue, {})
    expect(page.text()).toContain(t('care.one.position', { position: 2 }))
    await page.click(t('care.waiting.leave'))
    expect(server.requestsTo(leaveQueue)).toHaveLength(1)
    await page.unmount()
    expect((await one({ ...WAITING_CONSULTATION, isAway: true })).page.buttons()).toContain(t('care.waiting.back'))
  })
  test('a wait beyond the forecast is explained until the call', async () => {
    const late = { ...WAITING_CONSULTATION, promisedBy: '2026-11-26T09:40:00Z', expectedWait: { from: 0, to: 5 } }
    const { page } = await one(late)
    expect(page.hasMessage('care.waiting.sorry')).toBe(true)
    await page.unmount()
    const { page: missed } = await one({ ...late, missedCalls: 1 })
    expect(missed.hasMessage('care.waiting.sorry')).toBe(false)
  })
  test('after a missed call the patient confirms presence once', async () => {
    const failed = { type: 'UNASSIGNED', createdAt: TEST_TIME, user: { role: 'CLINICIAN' } }
    const missed = { ...WAITING_CONSULTATION, missedCalls: 1, actions: [failed] }
    const { page, server } = await one(missed)
    server.reply(confirmPresence, {})
    await page.click(t('care.waiting.here'))
    expect(server.requestsTo(confirmPresence)).toHaveLength(1)
    await page.unmount()
    expect((await one({ ...missed, isHere: true })).page.buttons()).not.toContain(t('care.waiting.here'))
  })
  test('a video consultation tests the camera, a phone call does not', async () => {
    const { page } = await one(WAITING_CONSULTATION)
    expect(page.links()).toHaveProperty([t('care.devices.title')])
    await page.unmount()
    const { page: phone } = await one({ ...WAITING_CONSULTATION, preferredContactMethod: 'phone' })
    expect(phone.links()).not.toHaveProperty([t('care.devices.title')])
  })
  test('a possible emergency shows the emergency number', async () => {
    const { page } = await one({ ...WAITING_CONSULTATION, isUrgent: true })
    expect(page.links()[t('booking.urgent.call', { number: '112' })]).toBe('tel:112')
    expect(page.hasMessage('care.waiting.urgent', { number: '112' })).toBe(true)
    await page.unmount()
    expect((await one(WAITING_CONSULTATION)).page.links()).not.toHaveProperty([
      t('booking.urgent.call', { number: '112' }),
    ])
    await page.unmount()
    const { page: over } = await one({ ...pastConsultation, isUrgent: true })
    expect(over.links()).not.toHaveProperty([t('booking.urgent.call', { number: '112' })])
    expect(over.hasMessage('care.waiting.urgent', { number: '112' })).toBe(false)
  })
})

describe('a patient kept waiting', () => {
  const late = { startTime: '2026-11-26T09:30:00Z', endTime: '2026-11-26T09:45:00Z' }
  test('the patient repeatedly chooses to wait, another clinician, another time or a refund', async () => {
    const { page, server } = await one(late)
    server.reply(chooseWhenLate, {})
    expect(page.headings()).toContain(t('care.late.title'))
    expect(page.links()).toHaveProperty([t('care.late.MOVE')])
    await page.click(/Wait|wait/)
    expect(server.requestsTo(chooseWhenLate)).toMatchObject([
      { path: expect.stringMatching(/^\/v1\/consultations\/[^/]+\/late-choice$/), body: { choice: 'WAIT' } },
    ])
    await page.unmount()
    const { page: changedPage } = await one({ ...late, lateChoice: 'ANOTHER' })
    const name = 'Dra. Marta Vidal'
    expect(changedPage.buttons()).toContain(t('care.late.WAIT', { name }))
    expect(changedPage.buttons()).not.toContain(t('care.late.ANOTHER', { name }))
  })
  test('the full refund asks for no reason', async () => {
    const { page, server } = await one(late)
    server.reply(cancelOrder, {})
    await page.click(t('care.late.MONEY'))
    expect(page.fields()).not.toContain(t('care.cancel.reason.TIME'))
    expect(page.buttons()).toContain(t('care.cancel.back'))
    await page.click(CANCEL())
    expect(server.requestsTo(cancelOrder)).toMatchObject([{ body: { reason: 'ABSENT' } }])
  })
  test('no choices appear before the booked time', async () => {
    const { page } = await one()
    expect(page.headings()).not.toContain(t('care.late.title'))
    expect(page.buttons()).not.toContain(t('care.late.MONEY'))
  })
})

describe('a time that the clinic cannot keep', () => {
  const offerState = { timesOfferedFor: START_TIME }
  test('a colleague at the same time takes one press, three at most', async () => {
    const server = setUpConsultation(offerState)
    const named = (id: string) => ({ id, name: `Dr. ${id}` })
    server.reply(listSameHour, { items: ['A', 'B', 'C', 'D'].map(named) })
    server.reply(rescheduleConsultation, {})
    const page = await renderPatientScreen(<ConsultationScreen params={{ id: 'c-1' }} />, { at: '/consultations/c-1' })
    const takes = (id: string) => t('care.offered.SAME', { name: `Dr. ${id}` })
    expect(page.buttons()).toContain(takes('C'))
    expect(page.buttons()).not.toContain(takes('D'))
    await page.click(takes('B'))
    expect(server.requestsTo(rescheduleConsultation)).toMatchObject([
      { body: { clinicianId: 'B', startTime: START_TIME } },
    ])
  })
  test('the time has no calendar button and no countdown', async () => {
    const { page } = await one(offerState)
    expect(page.buttons()).not.toContain(t('care.calendar.add'))
    expect(page.hasMessage('care.one.startsIn')).toBe(false)
    await page.unmount()
    const { page: upcomingPage } = await one()
    expect(upcomingPage.buttons()).toContain(t('care.calendar.add'))
    expect(upcomingPage.hasMessage('care.one.startsIn')).toBe(true)
  })
})

describe('waiting at closing time', () => {
  const closed = { ...WAITING_CONSULTATION, afterHoursSince: '2026-11-26T09:55:00Z', reopensAt: '2026-11-27T08:00:00Z' }
  test('the patient keeps the first place or takes the refund; leaving the app is not offered', async () => {
    const { page, server } = await one(closed)
    server.reply(chooseAfterHours, {})
    expect(page.buttons()).toContain(t('care.late.MONEY'))
    expect(page.buttons()).not.toContain(t('care.waiting.leave'))
    await page.click(t('care.afterHours.NEXT_OPENING'))
    expect(server.requestsTo(chooseAfterHours)).toMatchObject([{ body: { choice: 'NEXT_OPENING' } }])
  })
  test('without a next opening no place is offered', async () => {
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

describe('a past consultation', () => {
  test('signed notes, their documents and the rating are shown', async () => {
    const { page } = await one(pastConsultation)
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
  test('repeating uses the same product, patient, clinician and the answers from the history', async () => {
    const { page, server } = await one({ ...pastConsultation, symptoms: HISTORY })
    server.reply(listProductClinicians, { items: [{ id: 'd-1', nextFree: null }] })
    await page.click(t('care.one.again'))
    expect(currentBooking()).toMatchObject({
      productSlug: 'general-consultation',
      mode: 'later',
      patientId: anaId,
      clinicianId: 'd-1',
      contactMethod: 'video',
      summary: t('booking.repeat.summary', { day: '20 November 2026' }),
      toConfirm: [],
    })
    expect(currentBooking()?.symptoms).toEqual(KEPT)
    // A warning sign must be current: it alone is asked again.
    expect(currentAddress()).toBe('/products/general-consultation/questions?question=1')
  })
  test.each([
    ['now where on-demand care is open', false, 'now'],
    ['at a booked time where no clinician is on duty', true, 'later'],
  ])('repeating an on-demand consultation starts %s', async (_, closed, mode) => {
    const { page, server } = await one({ ...pastConsultation, type: 'on-demand' })
    server.reply(getForecast, { wait: null, from: null, closed })
    await page.click(t('care.one.again'))
    expect(currentBooking()).toMatchObject({ mode, clinicianId: undefined })
  })
  test('repeating leaves out a clinician who no longer offers the product', async () => {
    const { page, server } = await one(pastConsultation)
    server.reply(listProductClinicians, { items: [] })
    await page.click(t('care.one.again'))
    expect(currentBooking()?.clinicianId).toBeUndefined()
  })
  test('repeating for a person no longer in the family asks for the patient and everything else', async () => {
    const removedDependant = { id: '10000000-0000-4000-8000-000000000009', firstName: 'Eva' }
    const { page, server } = await one({ ...pastConsultation, patient: removedDependant, symptoms: HISTORY })
    server.reply(listProductClinicians, { items: [] })
    await page.click(t('care.one.again'))
    expect(currentBooking()).toMatchObject({ patientId: undefined, symptoms: [] })
  })
  test('repeating a product no longer offered opens its page, which says so', async () => {
    const { page } = await one({ ...pastConsultation, product: { id: '999', name: 'Old', slug: 'old-product' } })
    await page.click(t('care.one.again'))
    expect(currentBooking()).toBeUndefined()
    expect(currentAddress()).toBe('/products/old-product')
  })
  test('an open consultation has no attendance certificate; without notes there is no document', async () => {
    const { page } = await one({ ...pastConsultation, status: 'CLOSING' })
    expect(page.buttons()).not.toContain(t('care.issuedDocuments.attendance'))
    await page.unmount()
    const { page: unsigned } = await one({ status: 'CLOSING' })
    expect(unsigned.buttons()).not.toContain(t('care.issuedDocuments.notes'))
    expect(unsigned.hasMessage('care.notes.soon')).toBe(true)
  })
  test('a cancelled consultation explains the refund and has no receipt', async () => {
    const order = { cancelledBy: 'patient', refund: { amount: 2900, state: 'pending' } }
    const { page } = await one({ status: 'CANCELLED' }, { order })
    expect(page.text()).toContain('€29.00')
    expect(page.links()).toHaveProperty([t('care.refund.see')])
    expect(page.links()).not.toHaveProperty([t('care.one.receipt')])
    await page.unmount()
    const { page: cancelledPage } = await one({ status: 'CANCELLED' }, { order: { cancelledBy: 'patient' } })
    expect(cancelledPage.hasMessage('care.refund.none')).toBe(true)
    await page.unmount()
    const { page: free } = await one({ status: 'CANCELLED' }, { order: { ...order, amount: 0 } })
    expect(free.links()).not.toHaveProperty([t('care.refund.see')])
  })
})
