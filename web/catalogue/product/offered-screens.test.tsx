import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { joinCompany } from '@cuida/core/invite/api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { BOOKED_CONSULTATION, WAITING_CONSULTATION } from '../../care/test-consultation.ts'
import { JoinCompany } from '../../invite/LandingScreen.tsx'
import { leoId, mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { pathOf } from '../../routes.ts'
import { HomeScreen } from '../HomeScreen.tsx'
import { ProductScreen } from './ProductScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const b2bCompany = { name: 'Talleres', productDiscounts: [{ productId: '101', discount: 50 }] }

describe('Home', () => {
  async function home(items: object[] = [], more: object = {}, partner: object = {}) {
    const server = mockPatientServer(more)
    server.reply(listConsultations, ({ path }) => ({ items: path.includes(leoId) ? [] : items }))
    return { server, page: await renderPatientScreen(<HomeScreen />, { at: '/how-can-we-help', partner }) }
  }
  test('the current or next consultation is shown, and nothing without one', async () => {
    const { page } = await home([{ ...WAITING_CONSULTATION, patient: { id: leoId, firstName: 'Leo' } }])
    expect(page.headings()).toContain(t('catalogue.home.now'))
    expect(page.text()).toMatch(/Leo/)
    await page.unmount()
    const { page: laterPage } = await home([{ ...BOOKED_CONSULTATION, startTime: '2026-11-28T10:00:00Z' }])
    expect(laterPage.headings()).toContain(t('catalogue.home.next'))
    await laterPage.unmount()
    expect((await home()).page.headings()).not.toContain(t('catalogue.home.next'))
  })
  test('questionnaire=true asks the patient to complete the medical history until it was opened [A2.38]', async () => {
    localStorage.setItem('questionnaire', 'true')
    const { page } = await home()
    await page.click(t('catalogue.home.questionnaire'))
    expect(currentAddress()).toBe(pathOf('ownHistory'))
    await page.unmount()
    expect((await home()).page.text()).not.toContain(t('catalogue.home.questionnaire'))
  })
  test("product rows show the price after the company's share", async () => {
    const { page } = await home([], { b2bCompany })
    expect(page.hasMessage('catalogue.price.company.spoken', { before: '€29.00', now: '€14.50' })).toBe(true)
  })
  test.each([
    ['a patient without a subscription', {}, {}, true],
    ['a subscriber', { subscription: { id: 's', status: 'ACTIVE' } }, {}, false],
    ['a patient where no plan exists', {}, { offersSubscription: false }, false],
  ])('a plan is offered to %s: %s %s %s', async (_, more, partner, is) => {
    const { page } = await home([], more, partner)
    expect(Object.values(page.links()).includes(pathOf('subscriptionCheckout'))).toBe(is)
  })
})

describe('a product', () => {
  async function product(forecast: object, more: object = {}, partner: object = {}, slug = 'general-consultation') {
    const server = mockPatientServer(more)
    server.reply(getForecast, forecast)
    const one = { id: 'd', name: 'Dra. Vidal', timeZone: 'Europe/Madrid', nextFree: '2026-11-26T15:00:00Z' }
    server.reply(listProductClinicians, { items: [one] })
    return renderPatientScreen(<ProductScreen params={{ slug }} />, { at: `/products/${slug}`, partner })
  }
  const open = { wait: { from: 0, to: 5 }, from: null, closed: false }
  const closed = { wait: null, from: '2026-11-26T15:00:00Z', closed: true }
  test('the product starts now while a clinician is on duty, otherwise at a booked time', async () => {
    const page = await product(open)
    expect(page.links()).toHaveProperty([t('catalogue.product.now')])
    await page.unmount()
    const shut = await product(closed)
    expect(shut.links()).not.toHaveProperty([t('catalogue.product.now')])
    expect(shut.links()).toHaveProperty([t('catalogue.product.chooseTime')])
  })
  test('a product that cannot be paid says so before any question', async () => {
    const page = await product(open, {}, { disabledCapabilities: ['payments'] })
    expect(page.hasMessage('catalogue.product.unpaid')).toBe(true)
    await page.unmount()
    expect((await product(open)).hasMessage('catalogue.product.unpaid')).toBe(false)
  })
  test("the price after the company's share is read with the original price as one sentence", async () => {
    const page = await product(open, { b2bCompany })
    expect(page.hasMessage('catalogue.price.company.spoken', { before: '€29.00', now: '€14.50' })).toBe(true)
    await page.unmount()
    expect((await product(open)).hasMessage('catalogue.price.company')).toBe(false)
  })
  test('a product fully paid by a company can be booked without a payment provider', async () => {
    const whole = { ...b2bCompany, productDiscounts: [{ productId: '101', discount: 100 }] }
    const page = await product(open, { b2bCompany: whole }, { disabledCapabilities: ['payments'] })
    expect(page.hasMessage('catalogue.product.unpaid')).toBe(false)
  })
  test('a product included in a subscription does not mention the company, which pays nothing', async () => {
    const subscription = { id: 's', status: 'ACTIVE' }
    const included = { ...b2bCompany, productDiscounts: [{ productId: '302', discount: 50 }] }
    const page = await product(open, { b2bCompany: included, subscription }, {}, 'nutrition-follow-up')
    expect(page.hasMessage('catalogue.price.company')).toBe(false)
  })
  test('a product that is not offered leads Home', async () => {
    const page = await product(open, {}, {}, 'no-such-thing')
    expect(page.hasMessage('catalogue.product.missing')).toBe(true)
    expect(Object.values(page.links())).toEqual([pathOf('home', {})])
  })
})

describe('a company link', () => {
  test('a signed-in patient joins only after confirming', async () => {
    const server = mockPatientServer()
    server.reply(joinCompany, {})
    const link = { companySlug: 'talleres', token: 'token' }
    const page = await renderPatientScreen(<JoinCompany link={link} companyName="Talleres" />)
    expect(server.requestsTo(joinCompany)).toEqual([])
    await page.click(t('invite.company.join'))
    expect(server.requestsTo(joinCompany)).toMatchObject([{ body: link }])
    expect(page.hasMessage('invite.company.joinedText')).toBe(true)
  })
  test('an expired link says so; declining leads Home', async () => {
    const server = mockPatientServer()
    server.refuse(joinCompany, 'LINK_NOT_GOOD')
    const page = await renderPatientScreen(
      <JoinCompany link={{ companySlug: 't', token: 'x' }} companyName="Talleres" />,
    )
    await page.click(t('invite.company.join'))
    expect(page.hasMessage('invite.company.lost')).toBe(true)
    await page.click(t('invite.company.notNow'))
    expect(currentAddress()).toBe(pathOf('home', {}))
  })
})
