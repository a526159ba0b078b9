import { credentials } from '@cuida/simulators/credentials.ts'
import { jsonRequest } from '@cuida/simulators/test-simulators.ts'
import { expect } from 'vitest'
import type { TestPatient } from '../../booking/test-people.ts'
import type { TestBooking } from '../../care/test-booked.ts'
import { twilioSignature } from '../../providers/twilio-signature.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { messageCallback } from './message-webhook.ts'

interface Standing {
  id: string
  sent: string[]
  refused: string[]
  done: boolean
  states: string[]
}

/** Actions of delivery tests: set the outcome of simulated messages and send callbacks. */
export function createDeliveryHelpers(context: () => TestContext) {
  async function phoneOf({ accountId }: TestPatient): Promise<string> {
    const [account] = await context().db<{ phone: string }[]>`select phone from account where id = ${accountId}`
    return account?.phone ?? ''
  }
  /** Sets the outcome of messages to this patient's phone from now on. */
  async function becomes(patient: TestPatient, what: object): Promise<void> {
    const number = await phoneOf(patient)
    const reply = await fetch(
      `${context().simulatorsUrl}/simulators/texts`,
      jsonRequest('PUT', { number, takes: 60, ...what }),
    )
    if (!reply.ok) throw new Error(await reply.text())
  }
  async function notificationOf({ consultationId }: TestBooking): Promise<Standing> {
    const [row] = await context().db<Standing[]>`
      select id, sent, refused, done_at is not null as done,
        array(select state from sent_message where notification_id = notification.id order by created_at) as states
      from notification where consultation_id = ${consultationId} order by created_at desc limit 1`
    if (!row) throw new Error('the consultation has no notification')
    return row
  }
  const waitForNotification = (at: TestBooking, expected: Partial<Standing>) =>
    expect.poll(() => notificationOf(at), { timeout: 8_000 }).toMatchObject(expected)
  /** Sends a signed callback about an SMS. `about`: names another notification than the signed one. */
  async function receiveReport(
    at: TestBooking | undefined,
    form: Record<string, string>,
    { path, headers, about }: { path?: string; headers?: Record<string, string>; about?: string } = {},
  ): Promise<number> {
    const { services, app } = context()
    const { PUBLIC_URL } = services.env
    const address = path
      ? PUBLIC_URL + path
      : messageCallback(services, { notificationId: at ? (await notificationOf(at)).id : '', channel: 'sms' })
    const payload = new URLSearchParams(form).toString()
    const signed = { 'x-twilio-signature': twilioSignature(credentials.twilio.authToken, address, payload) }
    const url = address
      .slice(PUBLIC_URL.length)
      .replace(/notification=[^&]+/, (own) => (about ? `notification=${about}` : own))
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await app.inject({ method: 'POST', url, payload, headers: { ...type, ...(headers ?? signed) } })).statusCode
  }
  const undeliveredOf = async ({ accountId }: TestPatient) => [
    ...(await context().db<{ id: string; kind: string; channels: string[] }[]>`
      select id, kind, channels from undelivered_notification where account_id = ${accountId} order by found_at`),
  ]
  return { phoneOf, becomes, notificationOf, waitForNotification, hear: receiveReport, undeliveredOf }
}
