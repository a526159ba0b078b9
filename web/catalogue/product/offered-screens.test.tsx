import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { joinCompany } from '@cuida/core/invite/api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { BOOKED, WAITING } from '../../care/test-consultation.ts'
import { JoinCompany } from '../../invite/LandingScreen.tsx'
import { leo, patient, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { pathOf } from '../../routes.ts'
import { HomeScreen } from '../HomeScreen.tsx'
import { ProductScreen } from './ProductScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const b2bCompany = { name: 'Talleres', productDiscounts: [{ productId: '101', discount: 50 }] }

describe('home', () => {
  async function home(items: object[] = [], more: object = {}, partner: object = {}) {
    const server = patient(more)
    server.reply(listConsultations, ({ path }) => ({ items: path.includes(leo) ? [] : items }))
    return { server, page: await renderPatientScreen(<HomeScreen />, { at: '/how-can-we-help', partner }) }
  }
  test('has what is on now or next, and nothing where there is none', async () => {
    const { page } = await home([{ ...WAITING, patient: { id: leo, firstName: 'Leo' } }])
    expect(page.headings()).toContain(t('catalogue.home.now'))
    expect(page.text()).toMatch(/Leo/)
    await page.unmount()
    const { page: later } = await home([{ ...BOOKED, startTime: '2026-11-28T10:00:00Z' }])
    expect(later.headings()).toContain(t('catalogue.home.next'))
    await later.unmount()
    expect((await home()).page.headings()).not.toContain(t('catalogue.home.next'))
  })
  test('asks who came with questionnaire=true to complete the medical history, until it was opened [A2.38]', async () => {
    localStorage.setItem('questionnaire', 'true')
    const { page } = await home()
    await page.click(t('catalogue.home.questionnaire'))
    expect(currentAddress()).toBe(pathOf('ownHistory'))
    await page.unmount()
    expect((await home()).page.text()).not.toContain(t('catalogue.home.questionnaire'))
  })
  test('shows in its rows what the company leaves to pay', async () => {
    const { page } = await home([], { b2bCompany })
    expect(page.hasMessage('catalogue.price.company.spoken', { before: '€29.00', now: '€14.50' })).toBe(true)
  })
  test.each([
    ['who has none', {}, {}, true],
    ['who has one', { subscription: { id: 's', status: 'ACTIVE' } }, {}, false],
    ['where there is none', {}, { offersSubscription: false }, false],
  ])('offers a plan to %s: %s %s %s', async (_, more, partner, is) => {
    const { page } = await home([], more, partner)
    expect(Object.values(page.links()).includes(pathOf('subscriptionCheckout'))).toBe(is)
  })
})

describe('a product', () => {
  async function product(forecast: object, more: object = {}, partner: object = {}, slug = 'general-consultation') {
    const server = patient(more)
    server.reply(getForecast, forecast)
    const one = { id: 'd', name: 'Dra. Vidal', timeZone: 'Europe/Madrid', nextFree: '2026-11-26T15:00:00Z' }
    server.reply(listProductClinicians, { items: [one] })
    return renderPatientScreen(<ProductScreen params={{ slug }} />, { at: `/products/${slug}`, partner })
  }
  const open = { wait: { from: 0, to: 5 }, from: null, closed: false }
  const closed = { wait: null, from: '2026-11-26T15:00:00Z', closed: true }
  test('begins now while somebody is there, and else at a time', async () => {
    const page = await product(open)
    expect(page.links()).toHaveProperty([t('catalogue.product.now')])
    await page.unmount()
    const shut = await product(closed)
    expect(shut.links()).not.toHaveProperty([t('catalogue.product.now')])
    expect(shut.links()).toHaveProperty([t('catalogue.product.chooseTime')])
  })
  test('says before any question that nothing can be paid here', async () => {
    const page = await product(open, {}, { without: ['payments'] })
    expect(page.hasMessage('catalogue.product.unpaid')).toBe(true)
    await page.unmount()
    expect((await product(open)).hasMessage('catalogue.product.unpaid')).toBe(false)
  })
  test('costs what the company leaves to pay, with the price before, read as a sentence', async () => {
    const page = await product(open, { b2bCompany })
    expect(page.hasMessage('catalogue.price.company.spoken', { before: '€29.00', now: '€14.50' })).toBe(true)
    await page.unmount()
    expect((await product(open)).hasMessage('catalogue.price.company')).toBe(false)
  })
  test('that a company pays for in full can be booked where nothing can be paid', async () => {
    const whole = { ...b2bCompany, productDiscounts: [{ productId: '101', discount: 100 }] }
    const page = await product(open, { b2bCompany: whole }, { without: ['payments'] })
    expect(page.hasMessage('catalogue.product.unpaid')).toBe(false)
  })
  test('that a subscription includes says nothing of the company, which then pays nothing', async () => {
    const subscription = { id: 's', status: 'ACTIVE' }
    const included = { ...b2bCompany, productDiscounts: [{ productId: '302', discount: 50 }] }
    const page = await product(open, { b2bCompany: included, subscription }, {}, 'nutrition-follow-up')
    expect(page.hasMessage('catalogue.price.company')).toBe(false)
  })
  test('that is not offered leads home', async () => {
    const page = await product(open, {}, {}, 'no-such-thing')
    expect(page.hasMessage('catalogue.product.missing')).toBe(true)
    expect(Object.values(page.links())).toEqual([pathOf('home', {})])
  })
})

describe('a company’s link', () => {
  test('ties nobody with an account to it before they say so', async () => {
    const server = patient()
    server.reply(joinCompany, {})
    const link = { companySlug: 'talleres', token: 'token' }
    const page = await renderPatientScreen(<JoinCompany link={link} companyName="Talleres" />)
    expect(server.requestsTo(joinCompany)).toEqual([])
    await page.click(t('invite.company.join'))
    expect(server.requestsTo(joinCompany)).toMatchObject([{ body: link }])
    expect(page.hasMessage('invite.company.joinedText')).toBe(true)
  })
  test('that is good no more says so; not now leads home', async () => {
    const server = patient()
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
