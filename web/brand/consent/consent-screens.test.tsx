import { agreeToDocument, getAgreements, putCookieChoice } from '@cuida/core/brand/consent/consent-api.ts'
import { getNotifications, putNotifications } from '@cuida/core/notifications/choice/notifications-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { NotificationsScreen } from '../../profile/notifications/NotificationsScreen.tsx'
import { pathOf } from '../../routes.ts'
import { AgreementsScreen } from './AgreementsScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const agreement = {
  id: 'a',
  kind: 'document',
  title: 'Terms',
  textId: 't-1',
  at: '2026-11-20T10:00:00Z',
  isGiven: true,
  stands: true,
  isOwn: false,
  firstName: 'Leo',
}
async function agreements(more: object = {}, partner: object = {}, search = '') {
  const server = mockPatientServer()
  server.reply(getAgreements, { items: [agreement], due: [], ...more })
  server.reply(agreeToDocument, null)
  server.reply(putCookieChoice, null)
  return { server, page: await renderPatientScreen(<AgreementsScreen />, { at: `/agreements${search}`, partner }) }
}

describe('agreements', () => {
  test('an agreement names its patient and links to the exact text', async () => {
    const { page } = await agreements()
    expect(page.text()).toContain(t('brand.agreements.for', { name: 'Leo' }))
    expect(Object.values(page.links())).toContain(`${pathOf('agreements')}?text=t-1`)
  })
  test('a changed document is agreed to by a press only', async () => {
    const due = { slug: 'terms-and-conditions', title: 'Terms', updatedOn: '2026-11-25', textId: 't-2' }
    const { page, server } = await agreements({ due: [due] })
    expect(server.requestsTo(agreeToDocument)).toEqual([])
    server.refuse(agreeToDocument, 'TEXT_CHANGED')
    await page.click(t('brand.agreements.due.agree'))
    expect(server.requestsTo(agreeToDocument)).toHaveLength(1)
    expect(page.hasMessage('brand.agreements.changed')).toBe(true)
  })
  test('cookie settings appear where the clinic asks: all off, refusing as easy as accepting', async () => {
    const { page } = await agreements({}, { enableCookieConsent: true })
    const names = page.fields()
    expect(names.length).toBeGreaterThan(0)
    expect(names.some((name) => page.isChecked(name))).toBe(false)
    expect(page.buttons()).toEqual(expect.arrayContaining([t('brand.cookies.refuse'), t('brand.cookies.accept')]))
    await page.unmount()
    expect((await agreements({}, { enableCookieConsent: false })).page.buttons()).not.toContain(
      t('brand.cookies.accept'),
    )
  })
})

describe('notification channels', () => {
  const CHOICE = {
    offered: ['email', 'sms'],
    channels: ['email'],
    topics: [],
    quiet: null,
    textsStopped: false,
    pushKey: null,
    devices: [],
  }
  test("the clinic's channels are listed, and quiet hours have a different start and end", async () => {
    const server = mockPatientServer()
    server.reply(getNotifications, CHOICE)
    server.reply(putNotifications, CHOICE)
    const page = await renderPatientScreen(<NotificationsScreen />)
    expect(page.text()).not.toContain(t('profile.notifications.channel.whatsapp.detail'))
    await page.click(t('profile.notifications.quiet'))
    await page.fill(t('profile.notifications.from'), '22:00')
    await page.fill(t('profile.notifications.until'), '22:00')
    await page.click(t('profile.save'))
    expect(server.requestsTo(putNotifications)).toEqual([])
    await page.fill(t('profile.notifications.until'), '08:00')
    await page.click(t('profile.save'))
    expect(server.requestsTo(putNotifications)).toHaveLength(1)
  })
  test('a blocked SMS subscription is reported', async () => {
    mockPatientServer().reply(getNotifications, { ...CHOICE, textsStopped: true })
    expect((await renderPatientScreen(<NotificationsScreen />)).hasMessage('profile.notifications.textsStopped')).toBe(
      true,
    )
  })
})
