import { randomUUID } from 'node:crypto'
import { credentials } from '@cuida/simulators/credentials.ts'
import { describe, expect, test } from 'vitest'
import { newPatient } from '../../booking/test-people.ts'
import { enqueueDueNotifications } from '../../care/jobs.ts'
import { twilioSignature } from '../../providers/twilio-signature.ts'
import { httpsSettings, startTestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { createNotificationHelpers } from '../test-notifications.ts'
import { messageCallback } from './message-webhook.ts'
import { createDeliveryHelpers } from './test-delivery.ts'

const { bookedFor } = createNotificationHelpers(() => context)
const { notificationOf, hear } = createDeliveryHelpers(() => context)
const context = await createTestContext()

/** A notification sent to phones. */
async function reminded() {
  const at = await bookedFor(590, await newPatient(context))
  await enqueueDueNotifications(context.services)
  return at
}

const form = { MessageSid: 'SMdoor', MessageStatus: 'undelivered' }

describe('the provider’s webhook', () => {
  test.each<[string, (headers: Record<string, string>) => Record<string, string>]>([
    ['its signature is missing', () => ({})],
    ['its signature is of another key', () => ({ 'x-twilio-signature': twilioSignature('other', 'http://x', '') })],
  ])('a callback is refused: %s', async (_, headers) => {
    const at = await reminded()
    expect(await hear(at, form, { headers: headers({}) })).toBe(403)
    expect(await notificationOf(at)).toMatchObject({ sent: [], refused: [] })
  })

  test('a signature for another notification is refused', async () => {
    const at = await reminded()
    const { id } = await notificationOf(await reminded())
    expect(await hear(at, form, { about: id })).toBe(403)
  })

  test.each([
    ['no notification', '/v1/webhooks/twilio/messages'],
    ['an invalid notification id', '/v1/webhooks/twilio/messages?notification=1&channel=sms'],
    [
      'an unknown notification',
      '/v1/webhooks/twilio/messages?notification=00000000-0000-4000-8000-000000000000&channel=sms',
    ],
    [
      'an unknown channel',
      '/v1/webhooks/twilio/messages?notification=00000000-0000-4000-8000-000000000000&channel=pigeon',
    ],
  ])('a callback about %s is accepted, counted and logged without names', async (_, path) => {
    const lines: unknown[] = []
    const { log } = context.services
    const before = log.info
    log.info = (event, fields) => void lines.push([event, fields])
    expect(await hear(undefined, { ...form, To: '+34600000001' }, { path })).toBe(204)
    log.info = before
    expect(lines).toContainEqual(['a message status matches no notification', { provider: 'twilio', count: 1 }])
    expect(JSON.stringify(lines)).not.toMatch(/SMdoor|34600/)
  })

  test('a callback that is not about a delivery is accepted', async () =>
    expect(await hear(await reminded(), { MessageSid: 'SM1', MessageStatus: 'received' })).toBe(204))

  test.each(['1e308', '30003.5', '-1', '0x1', '99999999999', 'Infinity', 'a\0b', '\u{1f600}'])(
    'a callback with the error code "%s" is accepted without storing the code',
    async (ErrorCode) => {
      const at = await reminded()
      expect(await hear(at, { ...form, MessageSid: `SM${randomUUID().replaceAll('-', '')}`, ErrorCode })).toBe(204)
      const { id } = await notificationOf(at)
      expect(await context.db`select error_code from sent_message where notification_id = ${id}`).toEqual([
        { error_code: null },
      ])
    },
  )

  test.each(['a\0b', '', 'x'.repeat(65), 'SM 1', "SM'--"])(
    'a message with the reference "%s" is not stored',
    async (MessageSid) => {
      const at = await reminded()
      expect(await hear(at, { ...form, MessageSid })).toBe(204)
      expect(await notificationOf(at)).toMatchObject({ sent: [], refused: [] })
    },
  )

  test('a callback beyond the size limit is refused', async () =>
    expect(await hear(await reminded(), { ...form, Body: 'x'.repeat(17 * 1024) })).toBe(413))

  test.each([
    ['a field more', { ...form, ErrorCode: '21610' }],
    ['a field less', { MessageSid: form.MessageSid }],
    ['another value', { ...form, MessageStatus: 'delivered' }],
  ])('a signed callback with %s than was signed is refused [C10.8]', async (_, other) => {
    const at = await reminded()
    const address = messageCallback(context.services, { notificationId: (await notificationOf(at)).id, channel: 'sms' })
    const signed = twilioSignature(credentials.twilio.authToken, address, new URLSearchParams(form).toString())
    expect(await hear(at, other as Record<string, string>, { headers: { 'x-twilio-signature': signed } })).toBe(403)
    expect(await notificationOf(at)).toMatchObject({ sent: [], refused: [] })
  })

  test('the signature is checked against our public URL, whatever Host the proxy sends', async () => {
    const behind = await startTestContext({ demo: false, env: httpsSettings('https://clinic.example') })
    const url = '/v1/webhooks/twilio/messages?notification=00000000-0000-4000-8000-000000000000&channel=sms'
    const payload = new URLSearchParams(form).toString()
    const knock = async (origin: string) => {
      const signed = twilioSignature(credentials.twilio.authToken, origin + url, payload)
      const headers = { host: '10.0.0.7:3000', 'x-twilio-signature': signed }
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      return (await behind.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...type } })).statusCode
    }
    expect(await knock('https://clinic.example')).toBe(204)
    expect(await knock('http://10.0.0.7:3000')).toBe(403)
    await behind.close()
  })
})
