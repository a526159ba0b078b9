import { listProductSlots, listSlots, lockSlot } from '@cuida/core/booking/cart/api.ts'
import { joinWaitlist, leaveWaitlist, listWaitlist, takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { session } from '../kit/api.ts'
import { ANA, anaId, leoId, mockPatientServer, renderPatientScreen } from '../kit/test-patient-screen.ts'
import { ClinicianCalendarScreen } from './calendar/ClinicianCalendarScreen.tsx'
import type { Booking } from './cart/booking.ts'
import { currentBooking, startBooking } from './cart/cart-store.ts'
import { clinicianId, setUpBooking } from './cart/test-booking.ts'
import { SelectProfileScreen } from './SelectProfileScreen.tsx'
import { WaitlistScreen } from './waitlist/WaitlistScreen.tsx'

// Before the first time is formatted: formatters are kept for the page's life.
vi.stubEnv('TZ', 'Europe/Madrid')

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const GENERAL = { productId: '101', productSlug: 'general-consultation' }
const KIDS = { productId: '104', productSlug: 'childrens-consultation' }

describe('the choice of a patient', () => {
  async function renderWhoScreen(booking: Partial<Booking>, more: object = {}, partner: object = {}) {
    signInTestUser(session)
    const server = setUpBooking({ ...GENERAL, ...booking })
    server.reply(me, { ...ANA, ...more })
    server.reply(listProductClinicians, { items: [] })
    return { server, page: await renderPatientScreen(<SelectProfileScreen />, { at: '/select-profile', partner }) }
  }
  const CONTINUE = () => t('booking.who.continue')
  test('family members within the age range can be chosen, the others are listed with the reason', async () => {
    const { page } = await renderWhoScreen(KIDS)
    expect(page.fields().join()).toMatch(/Leo/)
    expect(page.fields().join()).not.toMatch(/Ana/)
    expect(page.text()).toMatch(/Ana/)
  })
  test('no patient is preselected, and the chosen one is used', async () => {
    const { page } = await renderWhoScreen({ patientId: undefined })
    await page.click(CONTINUE())
    expect(page.hasMessage('booking.who.required')).toBe(true)
    expect(currentBooking()?.patientId).toBeUndefined()
    await page.click(/^Leo/)
    await page.click(CONTINUE())
    expect(currentBooking()?.patientId).toBe(leoId)
  })
  test('a person outside the age range cannot stay chosen', async () => {
    const { page } = await renderWhoScreen({ ...KIDS, patientId: anaId })
    await page.click(CONTINUE())
    expect(page.hasMessage('booking.who.required')).toBe(true)
  })
  test('a child is led from a product for adults to the one for children and its questions', async () => {
    const { page } = await renderWhoScreen({ patientId: anaId, symptoms: [{ questionId: 'fever', answer: true }] })
    expect(page.fields().join()).toMatch(/Leo.*Children’s consultation/)
    await page.click(/^Leo/)
    expect(page.hasMessage('booking.who.asksAgain')).toBe(true)
    await page.click(CONTINUE())
    expect(currentBooking()).toMatchObject({ ...KIDS, patientId: leoId, symptoms: [], summary: '' })
    expect(currentAddress()).toBe('/products/childrens-consultation/questions')
  })
  test('answers are kept when the same person is chosen again', async () => {
    const symptoms = [{ questionId: 'fever', answer: true }]
    const { page } = await renderWhoScreen({ patientId: anaId, symptoms, summary: 'Since Monday' })
    await page.click(CONTINUE())
    expect(currentBooking()).toMatchObject({ ...GENERAL, patientId: anaId, symptoms, summary: 'Since Monday' })
  })
  test('a family without an eligible member cannot go on, but can add a child', async () => {
    const { page } = await renderWhoScreen(KIDS, { dependants: [] })
    expect(page.buttons()).not.toContain(CONTINUE())
    expect(page.links()).toHaveProperty([t('booking.who.add')])
  })
  test('partners without families are not asked', async () => {
    const { page } = await renderWhoScreen({}, {}, { familyProfilesEnabled: false })
    expect(page.fields()).toEqual([])
  })
  test('without a booking the chosen person applies to the next one [A4.8]', async () => {
    signInTestUser(session)
    setUpBooking().reply(me, ANA)
    const page = await renderPatientScreen(<SelectProfileScreen />, { at: '/select-profile' })
    await page.click(CONTINUE())
    expect(page.hasMessage('booking.who.required')).toBe(true)
    await page.click(/^Leo/)
    await page.click(CONTINUE())
    expect(currentAddress()).toBe('/how-can-we-help')
    startBooking({ ...GENERAL, mode: 'later' })
    expect(currentBooking()?.patientId).toBe(leoId)
    session.signOut()
    startBooking({ ...GENERAL, mode: 'later' })
    expect(currentBooking()?.patientId).toBeUndefined()
  })
  test.each([
    ['checkout with a booking', GENERAL, '/checkout'],
    ['Home without one', undefined, '/how-can-we-help'],
  ])('after a social login a person without dependants goes on to %s [A4.8]', async (_, booking, address) => {
    signInTestUser(session)
    setUpBooking(booking).reply(me, { ...ANA, dependants: [] })
    await renderPatientScreen(<SelectProfileScreen />, { at: '/select-profile?from=sign-in' })
    expect(currentAddress()).toBe(address)
  })
})

describe('a clinician calendar', () => {
  const one = {
    id: clinicianId,
    name: 'Dra. Vidal',
    specialty: 'GP',
    photoUrl: null,
    timeZone: 'Europe/Madrid',
    nextFree: null,
  }
  async function calendar(items: object[], id = clinicianId) {
    signInTestUser(session)
    const server = setUpBooking({ ...GENERAL, mode: 'later', clinicianId: id, patientId: anaId })
    server.reply(me, ANA)
    server.reply(listWaitlist, { items: [] })
    server.reply(listProductClinicians, { items })
    const slots = [{ startTime: '2026-11-26T15:00:00Z', endTime: '2026-11-26T15:15:00Z' }]
    server.reply(listSlots, { days: [{ date: '2026-11-26', slots }], nextFree: '2026-11-26T15:00:00Z' })
    const params = { clinicianId: id, productSlug: 'general-consultation' }
    const at = `/clinician/${id}/product/general-consultation`
    return { server, page: await renderPatientScreen(<ClinicianCalendarScreen params={params} />, { at }) }
  }
  test('the URL names the clinician; for an unknown one others are offered', async () => {
    const { page } = await calendar([one])
    expect(page.headings()[0]).toContain('Dra. Vidal')
    await page.unmount()
    const { page: nobody } = await calendar([{ ...one, id: 'other', name: 'Dr. Ríos' }])
    expect(nobody.hasMessage('booking.calendar.missing')).toBe(true)
    expect(Object.values(nobody.links())).toEqual(['/clinician/other/product/general-consultation'])
  })
  test("times are in the clinician's time zone, and a patient elsewhere is informed", async () => {
    const { page } = await calendar([{ ...one, timeZone: 'Atlantic/Canary' }])
    // The first free time is chosen at once.
    expect(page.buttons()).toContain(t('booking.calendar.reserve', { time: '15:00' }))
    expect(page.hasMessage('booking.calendar.zoneElsewhere', { time: '16:00' })).toBe(true)
  })
  test('unanswered questions come before a time is held', async () => {
    const { page, server } = await calendar([one])
    await page.click(t('booking.calendar.reserve', { time: '16:00' }))
    expect(server.requestsTo(lockSlot)).toEqual([])
    expect(currentAddress()).toMatch(/^\/products\/general-consultation\/questions/)
  })
})

describe('a product calendar', () => {
  const other = '10000000-0000-4000-8000-000000000004'
  const named = (id: string, name: string) => ({
    id,
    name,
    specialty: 'GP',
    photoUrl: null,
    timeZone: 'Europe/Madrid',
    nextFree: '2026-11-26T15:00:00Z',
  })
  async function calendar(patientId: string = anaId) {
    signInTestUser(session)
    const server = setUpBooking({ ...GENERAL, mode: 'later', patientId })
    const b2bCompany = { name: 'Talleres', productDiscounts: [{ productId: '101', discount: 50 }] }
    server.reply(me, { ...ANA, b2bCompany })
    server.reply(listWaitlist, { items: [] })
    server.reply(listProductClinicians, { items: [named(clinicianId, 'Dra. Vidal'), named(other, 'Dr. Ríos')] })
    const at = (hour: string, id: string) => ({
      startTime: `2026-11-26T${hour}:00:00Z`,
      endTime: `2026-11-26T${hour}:15:00Z`,
      lockedByYou: false,
      clinicianId: id,
    })
    const slots = [at('15', clinicianId), at('16', other)]
    server.reply(listProductSlots, { days: [{ date: '2026-11-26', slots }], nextFree: '2026-11-26T15:00:00Z' })
    const params = { slug: 'general-consultation' }
    const address = '/products/general-consultation/calendar'
    return renderPatientScreen(<ClinicianCalendarScreen params={params} />, { at: address })
  }
  test('each time names its clinician', async () => {
    const page = await calendar()
    expect(page.buttons().join()).toMatch(/16:00.*Dra. Vidal.*17:00.*Dr. Ríos/)
    await page.click(/17:00/)
    expect(page.buttons()).toContain(t('booking.calendar.reserveWith', { time: '17:00', name: 'Dr. Ríos' }))
  })
  test("a clinician's own times open on the same day", async () => {
    const page = await calendar()
    await page.click(t('booking.calendar.choose'))
    expect(Object.values(page.links())).toContain(`/clinician/${other}/product/general-consultation?date=2026-11-26`)
  })
  test('product and price are shown; a company pays only for its own members', async () => {
    const ownCalendar = await calendar()
    expect(ownCalendar.text()).toContain('€29.00')
    expect(ownCalendar.hasMessage('catalogue.price.company.spoken', { before: '€29.00', now: '€14.50' })).toBe(true)
    await ownCalendar.unmount()
    const childs = await calendar(leoId)
    expect(childs.text()).toContain('€29.00')
    expect(childs.hasMessage('catalogue.price.company')).toBe(false)
  })
})

describe('an earlier time', () => {
  const ENTRY = {
    id: 'w-1',
    product: { id: '101', name: 'General', slug: 'general-consultation' },
    state: 'waiting',
    until: '2026-11-30T10:00:00Z',
    offer: null,
  }
  const offer = {
    startTime: '2026-11-27T09:30:00Z',
    expiresAt: '2026-11-26T10:10:00Z',
    clinician: { id: 'd', name: 'Dra. Vidal', timeZone: 'Europe/Madrid' },
  }
  async function waitlist(items: object[], search = '') {
    const server = mockPatientServer()
    server.reply(listWaitlist, { items })
    server.reply(leaveWaitlist, null)
    server.reply(joinWaitlist, ENTRY)
    return { server, page: await renderPatientScreen(<WaitlistScreen />, { at: `/waitlist${search}` }) }
  }
  test('a held offer shows its expiry and can be taken or refused', async () => {
    const { page, server } = await waitlist([{ ...ENTRY, state: 'offered', offer }])
    expect(page.hasMessage('booking.sooner.kept', { time: '11:10' })).toBe(true)
    server.refuse(takeOffer, 'OFFER_OVER')
    await page.click(t('booking.sooner.take', { time: '10:30' }))
    expect(server.requestsTo(takeOffer)).toHaveLength(1)
    expect(page.hasMessage('booking.sooner.gone')).toBe(true)
    await page.click(t('booking.sooner.refuse'))
    expect(server.requestsTo(leaveWaitlist).map(({ path }) => path)).toEqual(['/v1/waitlist/w-1'])
  })
  test('a missed offer can be requested again', async () => {
    const { page } = await waitlist([{ ...ENTRY, state: 'missed' }])
    expect(page.links()).toHaveProperty([t('booking.sooner.again')], '/products/general-consultation')
  })
  test('a link of a product joins the waitlist once', async () => {
    const { page, server } = await waitlist([], '?product=general-consultation')
    await page.click(t('booking.sooner.join'))
    expect(server.requestsTo(joinWaitlist)).toMatchObject([{ body: { productId: '101' } }])
    await page.unmount()
    const { page: waits } = await waitlist([ENTRY], '?product=general-consultation')
    expect(waits.buttons()).not.toContain(t('booking.sooner.join'))
  })
  test('an empty waitlist says so', async () =>
    expect((await waitlist([])).page.hasMessage('booking.sooner.none')).toBe(true))
})
