import '@cuida/ui/client/session/test-window.ts'
import { agreeToDocument, getAgreements, putCookieChoice } from '@cuida/core/brand/consent/consent-api.ts'
import { getNotifications, putNotifications } from '@cuida/core/news/choice/notifications-api.ts'
import { stopClock } from '@cuida/ui/client/session/test-living.ts'
import { t } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { drawn, patient } from '../../kit/test-shown.ts'
import { NotificationsScreen } from '../../news/NotificationsScreen.tsx'
import { pathOf } from '../../routes.ts'
import { AgreementsScreen } from './AgreementsScreen.tsx'

beforeEach(() => stopClock('2026-11-26T10:00:00Z'))

const given = {
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
  const server = patient()
  server.answer(getAgreements, { items: [given], due: [], ...more })
  server.answer(agreeToDocument, null)
  server.answer(putCookieChoice, null)
  return { server, page: await drawn(<AgreementsScreen />, { at: `/agreements${search}`, partner }) }
}

describe('what was agreed to', () => {
  test('says for whom, and leads to the words as they were', async () => {
    const { page } = await agreements()
    expect(page.text()).toContain(t('brand.agreements.for', { name: 'Leo' }))
    expect(Object.values(page.links())).toContain(`${pathOf('agreements')}?text=t-1`)
  })
  test('is agreed to anew where it changed, by a press, and never by itself', async () => {
    const due = { slug: 'terms-and-conditions', title: 'Terms', updatedOn: '2026-11-25', textId: 't-2' }
    const { page, server } = await agreements({ due: [due] })
    expect(server.heard(agreeToDocument)).toEqual([])
    server.refuse(agreeToDocument, 'TEXT_CHANGED')
    await page.press(t('brand.agreements.due.agree'))
    expect(server.heard(agreeToDocument)).toHaveLength(1)
    expect(page.says('brand.agreements.changed')).toBe(true)
  })
  test('cookies are asked of where the clinic asks: all off, and no is as near as yes', async () => {
    const { page } = await agreements({}, { enableCookieConsent: true })
    const names = page.fields()
    expect(names.length).toBeGreaterThan(0)
    expect(names.some((name) => page.isChosen(name))).toBe(false)
    expect(page.buttons()).toEqual(expect.arrayContaining([t('brand.cookies.refuse'), t('brand.cookies.accept')]))
    await page.leave()
    expect((await agreements({}, { enableCookieConsent: false })).page.buttons()).not.toContain(
      t('brand.cookies.accept'),
    )
  })
})

describe('by which ways we write', () => {
  const CHOICE = {
    offered: ['email', 'sms'],
    channels: ['email'],
    topics: [],
    quiet: null,
    textsStopped: false,
    pushKey: null,
    devices: [],
  }
  test('are those that the clinic has, and quiet hours have a beginning and another end', async () => {
    const server = patient()
    server.answer(getNotifications, CHOICE)
    server.answer(putNotifications, CHOICE)
    const page = await drawn(<NotificationsScreen />)
    expect(page.text()).not.toContain(t('profile.notifications.channel.whatsapp.detail'))
    await page.press(t('profile.notifications.quiet'))
    await page.type(t('profile.notifications.from'), '22:00')
    await page.type(t('profile.notifications.until'), '22:00')
    await page.press(t('profile.save'))
    expect(server.heard(putNotifications)).toEqual([])
    await page.type(t('profile.notifications.until'), '08:00')
    await page.press(t('profile.save'))
    expect(server.heard(putNotifications)).toHaveLength(1)
  })
  test('says that somebody stopped our texts', async () => {
    patient().answer(getNotifications, { ...CHOICE, textsStopped: true })
    expect((await drawn(<NotificationsScreen />)).says('profile.notifications.textsStopped')).toBe(true)
  })
})
