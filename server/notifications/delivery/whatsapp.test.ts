import type { Locale } from '@cuida/core/brand/locale.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPatient, type TestPatient } from '../../booking/test-people.ts'
import { enqueueDueNotifications } from '../../care/jobs.ts'
import { createPublicAddress } from '../../checkout/order/test-orders.ts'
import { startTestContext, type TestContext } from '../../testing/test-context.ts'
import { defaultNotificationSettings, saveNotificationSettings } from '../choice/notification-store.ts'
import { createNotificationHelpers } from '../test-notifications.ts'
import { createDeliveryHelpers } from './test-delivery.ts'

/** Both demo partners, each in its own language. */
describe.each([
  ['vida-ligera', 'es', 'tu consulta es el'],
  ['bem-leve', 'pt-BR', 'sua consulta é'],
])('WhatsApp of %s', (partner, locale, phrase) => {
  let context: TestContext
  let ana: TestPatient
  const { sendCall, sentTo, bookedFor } = createNotificationHelpers(() => context)
  const { becomes, notificationOf, waitForNotification } = createDeliveryHelpers(() => context)

  beforeAll(async () => {
    const env = await createPublicAddress()
    context = await startTestContext({ partner, demo: false, env })
    await context.app.listen({ port: Number(env.PORT), host: '127.0.0.1' })
  })
  afterAll(() => context.close())
  beforeEach(async () => {
    ana = await newPatient(context)
    await context.db`update account set locale = ${locale} where id = ${ana.accountId}`
    await saveNotificationSettings(context.db, ana.accountId, {
      ...defaultNotificationSettings,
      channels: ['whatsapp'],
      quiet: null,
    })
  })
  async function reminded() {
    const at = await bookedFor(590, ana)
    await enqueueDueNotifications(context.services)
    return at
  }
  const named = () => context.services.config.partnerConfig.whatsappTemplates
  const got = async (at: Awaited<ReturnType<typeof reminded>>) =>
    (await sentTo(at)).map(({ channel, text }) => [channel, text])

  test('the message is an approved template in the patient’s language, with clinic, time and link [C10.8]', async () => {
    const at = await reminded()
    await sendCall(at)
    const pattern = new RegExp(`^${context.services.config.partnerName}: ${phrase} .*\\d\\d:\\d\\d.*: http`)
    expect(await got(at)).toEqual([['whatsapp', expect.stringMatching(pattern)]])
    await waitForNotification(at, { sent: ['whatsapp'], states: ['delivered'] })
  })

  test.each([
    ['63016', 63016],
    ['63024', 63024],
    ['63027', 63027],
  ])('an undelivered message is followed by an SMS, even when SMS is not chosen: %s', async (_, code) => {
    await becomes(ana, { channel: 'whatsapp', becomes: 'undelivered', code })
    const at = await reminded()
    await sendCall(at)
    await waitForNotification(at, { refused: ['whatsapp'], done: false })
    await sendCall(at)
    expect((await got(at)).map(([channel]) => channel)).toEqual(['sms'])
    expect(await notificationOf(at)).toMatchObject({ sent: ['sms'], refused: ['whatsapp'] })
  })

  test.each<[string, () => object]>([
    ['for this notification', () => ({ reminder: undefined })],
    ['in this language', () => ({ reminder: { variables: ['partner', 'link'], sids: {} } })],
    [
      'whose variables are all available',
      () => ({
        reminder: { variables: ['day'], sids: { [locale as Locale]: named().booked?.sids[locale as Locale] } },
      }),
    ],
  ])('without a template %s an SMS is sent', async (_, change) => {
    const { partnerConfig } = context.services.config
    const before = partnerConfig.whatsappTemplates
    partnerConfig.whatsappTemplates = { ...before, ...change() }
    const at = await reminded()
    await sendCall(at)
    partnerConfig.whatsappTemplates = before
    expect((await got(at)).map(([channel]) => channel)).toEqual(['sms'])
  })

  test('after STOP an undelivered message is followed by an e-mail', async () => {
    await becomes(ana, { channel: 'whatsapp', becomes: 'undelivered' })
    await context.db`update notification_settings set texts_stopped_at = now() where account_id = ${ana.accountId}`
    const at = await reminded()
    await sendCall(at)
    await waitForNotification(at, { refused: ['whatsapp'], done: false })
    await sendCall(at)
    expect((await got(at)).map(([channel]) => channel)).toEqual(['email'])
  })
})
