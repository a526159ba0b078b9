import { trackEvent } from '@cuida/core/brand/analytics/tracking-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { session } from '../../kit/api.ts'
import { type ClientEvent, emitClientEvent } from '../../kit/client-event.ts'
import { mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { platform } from '../../platform/platform.ts'
import { Cookies } from './Cookies.tsx'

const WHO = { email: ' Ana@Example.com ', phone: '+34600000001', firstName: 'Ana', lastName: 'Sanz' }
const EVENTS: ClientEvent[] = [
  { name: 'page_view', screen: 'home' },
  { name: 'sign_up', who: WHO },
  { name: 'begin_checkout', value: 2950, currency: 'EUR' },
]
const VENDORS = {
  ga4: { connector: 'ga4', measurementId: 'G-ABC1234567', inEurope: true },
  matomo: { connector: 'matomo', url: 'https://m.example/', siteId: 1 },
}
const layer = () => (globalThis as { dataLayer?: Record<string, unknown>[] }).dataLayer ?? []

async function opened(vendor: keyof typeof VENDORS, identity = false) {
  const server = mockPatientServer()
  server.reply(trackEvent, null)
  const partner = { enableCookieConsent: true, analytics: { ...VENDORS[vendor], identity } }
  const page = await renderPatientScreen(<Cookies />, { partner })
  const sent = () => server.requestsTo(trackEvent).map(({ body }) => (body as { event: ClientEvent }).event)
  return { page, sent }
}
beforeEach(() => {
  localStorage.clear()
  return () => void Reflect.set(platform(), 'kind', 'web')
})

describe.each(['web', 'native'])('on %s', (kind) => {
  test.each(['ga4', 'matomo'] as const)(
    'page views and events go to the data layer and to %s after consent to C0002, and nothing before [A2.13] [A9.9]',
    async (vendor) => {
      Reflect.set(platform(), 'kind', kind)
      const { page, sent } = await opened(vendor)
      EVENTS.forEach(emitClientEvent)
      expect([sent(), layer()]).toEqual([[], []])
      await page.click(t('brand.cookies.accept'))
      await vi.waitFor(() => {
        emitClientEvent({ name: 'login' })
        expect(sent()).not.toEqual([])
      })
      const before = [sent().length, layer().length] as const
      EVENTS.forEach(emitClientEvent)
      await vi.waitFor(() => expect(sent()).toHaveLength(before[0] + EVENTS.length))
      const names = sent()
        .slice(before[0])
        .map(({ name }) => name)
      expect(names).toEqual(['page_view', 'sign_up', 'begin_checkout'])
      expect(layer().slice(before[1])).toMatchObject([
        { event: 'page_view', page_title: 'home' },
        { event: 'sign_up' },
        { ecommerce: null },
        { event: 'begin_checkout', ecommerce: { currency: 'EUR', value: 29.5 } },
      ])
      expect(JSON.stringify([sent(), layer()])).not.toMatch(/ana@|600000001|Sanz|sha256/i)
      await page.unmount()
    },
  )
})

test('sign-up data is sent as digests where the partner sends identity [A2.42]', async () => {
  const { page, sent } = await opened('matomo', true)
  await page.click(t('brand.cookies.accept'))
  await vi.waitFor(() => {
    emitClientEvent({ name: 'sign_up', who: WHO })
    expect(sent()).not.toEqual([])
  })
  // sha256('ana@example.com')
  const email = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(sent()[0]).toMatchObject({ who: { email, phone: email, firstName: email, lastName: email } })
  expect(layer()[0]).toMatchObject({ event: 'sign_up', user_data: { sha256_email_address: [email] } })
  expect(JSON.stringify([sent(), layer()])).not.toMatch(/ana@|600000001|Sanz/i)
  await page.unmount()
})

test('after a sign-out the next person has another visitor id, and the data layer is gone [A4.5]', async () => {
  const { page, sent } = await opened('ga4')
  await page.click(t('brand.cookies.accept'))
  await vi.waitFor(() => {
    emitClientEvent({ name: 'login' })
    expect(sent()).not.toEqual([])
  })
  const before = localStorage.getItem('counted-as')
  expect(before).toMatch(/^\d+\.\d{10}$/)
  session.signOut()
  expect([localStorage.getItem('counted-as'), layer()]).toEqual([null, []])
  await page.unmount()
})
