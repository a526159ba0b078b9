import { randomBytes, randomUUID } from 'node:crypto'
import {
  approveWebhook,
  declineWebhook,
  endWebhook,
  issueWebhookSecret,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  repeatFailedWebhookDeliveries,
  repeatWebhookDelivery,
  requestWebhook,
  resumeWebhook,
  verifyWebhook,
} from '@cuida/core/access/webhook/webhook-api.ts'
import { expect, test } from 'vitest'
import { insertClinician } from '../../care/test-people.ts'
import { openKeyring, rewrapDataKeys } from '../../kit/crypto/encrypted-text.ts'
import { createSecrets } from '../../kit/crypto/secrets.ts'
import { connect } from '../../kit/db/db.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { purgeAccess } from '../purge-store.ts'
import { claimDeliveries, recordResult } from './delivery-store.ts'
import { postDelivery, sendWebhooks } from './send-webhooks.ts'
import { announce, newEndpoint, newReceiver, passTime, type Receiver } from './test-webhooks.ts'
import { findTarget } from './webhook-store.ts'

const context = await createTestContext({ env: { WEBHOOKS_TO_LOOPBACK: 'on' } })
const newManager = () => insertClinician(context, { role: 'clinical-manager', isClinician: false })
const [ana, luis] = [await newManager(), await newManager()]
const { sendCall, services, db } = context

const URL = 'https://hospital.example/hooks'
const request = async (url = URL) =>
  (await sendCall(requestWebhook, { url, description: 'Hospital', events: ['order.paid'] }, ana)).body.id
const readWebhook = async (id: string) =>
  (await sendCall(listWebhooks, {}, luis)).body.items.find((webhook) => webhook.id === id)
const deliveries = async (id: string) => (await sendCall(listWebhookDeliveries, { id }, ana)).body.items
const endpointAt = (receiver: Receiver) =>
  newEndpoint(context, { requester: ana, approver: luis }, receiver, ['order.paid'])
const send = () => sendWebhooks(services)
const pay = (id: string = randomUUID()) => announce(context, 'order.paid', id)
async function claimOne(id: string) {
  const claimed = await claimDeliveries(db, id)
  const [delivery] = claimed?.deliveries ?? []
  if (!claimed || !delivery) throw new Error('no message is due')
  return { target: claimed.target, delivery }
}
/** Sends every `step` seconds. */
async function sendFor(seconds: number, step: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) {
    await passTime(context, step)
    await send()
  }
}

test('an endpoint gets events once another manager has approved it and it has answered the challenge', async () => {
  const receiver = await newReceiver()
  const id = await request(receiver.url)
  await pay()
  expect((await readWebhook(id))?.state).toBe('waiting')
  expect((await sendCall(verifyWebhook, { id }, ana)).status).toBe(404)
  expect((await sendCall(issueWebhookSecret, { id }, ana)).status).toBe(404)
  expect(await sendCall(approveWebhook, { id }, ana)).toMatchObject({ body: { code: 'OWN_REQUEST' } })
  const approve = () => sendCall(approveWebhook, { id }, { ...luis, headers: { 'idempotency-key': 'approval' } })
  expect([(await approve()).status, (await approve()).status]).toEqual([204, 204])
  expect((await sendCall(verifyWebhook, { id }, ana)).body.code).toBe('WEBHOOK_SECRET_MISSING')
  receiver.secret = (await sendCall(issueWebhookSecret, { id }, ana)).body.secret
  receiver.answer = () => ({ body: '{"challenge":"another"}' })
  expect((await sendCall(verifyWebhook, { id }, ana)).body.problem).toBe('CHALLENGE_MISSING')
  await pay()
  expect(await readWebhook(id)).toMatchObject({ state: 'unverified', problem: 'CHALLENGE_MISSING', waiting: 0 })
  receiver.answer = () => ({})
  expect((await sendCall(verifyWebhook, { id }, ana)).body.problem).toBeNull()
  expect(await readWebhook(id)).toMatchObject({ state: 'active', problem: null, waiting: 0 })
  receiver.events.clear()
  const order = randomUUID()
  await pay(order)
  await send()
  expect([...receiver.events.values()]).toEqual([
    { type: 'order.paid', timestamp: expect.any(String), data: { id: order } },
  ])
  await sendCall(endWebhook, { id, reason: 'The contract has ended' }, luis)
})

test('a declined request and a withdrawn one never get an event', async () => {
  const [declined, withdrawn] = [await request(), await request()]
  await sendCall(declineWebhook, { id: declined, reason: 'We do not know them' }, luis)
  await sendCall(endWebhook, { id: withdrawn, reason: 'Requested by mistake' }, ana)
  expect((await readWebhook(declined))?.state).toBe('declined')
  expect((await readWebhook(withdrawn))?.state).toBe('ended')
  for (const id of [declined, withdrawn]) {
    expect((await sendCall(approveWebhook, { id }, luis)).status).toBe(404)
    expect((await sendCall(issueWebhookSecret, { id }, ana)).status).toBe(404)
  }
})

test('the database refuses an endpoint that its requester approves', async () => {
  const id = await request()
  const approval = db`
    update webhook_endpoint set decided_by = requested_by, decided_at = now(), is_approved = true where id = ${id}`
  await expect(approval).rejects.toThrow('decided_by_another')
})

test('only an address of a public https server can be requested', async () => {
  const reply = await sendCall(
    requestWebhook,
    { url: 'https://10.0.0.1/hooks', description: 'Inside', events: ['order.paid'] },
    ana,
  )
  expect(reply).toMatchObject({ status: 409, body: { code: 'WEBHOOK_URL_REFUSED' } })
})

test('an event that no endpoint wants leaves nothing', async () => {
  await announce(context, 'subscription.paused', randomUUID())
  expect(await db`select from webhook_delivery where type = 'subscription.paused'`).toHaveLength(0)
})

test('the secret is stored encrypted, and for a day the one before it signs as well', async () => {
  const receiver = await newReceiver()
  const id = await endpointAt(receiver)
  const first = receiver.secret
  expect(JSON.stringify(await db`select * from webhook_endpoint`)).not.toContain(first.slice(6))
  const issue = () => sendCall(issueWebhookSecret, { id }, { ...luis, headers: { 'idempotency-key': 'second' } })
  const { secret } = (await issue()).body
  // A repetition would end the first secret, which the receiver still has.
  expect((await issue()).body.secret).toBe(secret)
  await pay()
  await send()
  // The receiver still verifies with the first one.
  expect(receiver.types()).toEqual(['order.paid'])
  expect(receiver.signatures.at(-1)?.split(' ')).toHaveLength(2)
  receiver.secret = secret
  await passTime(context, 25 * 3_600)
  await pay()
  await send()
  expect(receiver.signatures.at(-1)?.split(' ')).toHaveLength(1)
  expect(receiver.events.size).toBe(2)
})

test('after a rotation of keys a process that knows the new key alone signs with the same secret', async () => {
  const receiver = await newReceiver()
  const id = await endpointAt(receiver)
  const key = `b:${randomBytes(32).toString('base64url')}`
  await rewrapDataKeys(db, createSecrets(`${key},0:${context.env.APP_SECRET}`))
  const other = connect(String(context.env.DATABASE_URL), { max: 1 })
  await openKeyring(other, createSecrets(key))
  expect((await findTarget(other, id))?.secrets).toEqual([receiver.secret])
  await other.end()
  await rewrapDataKeys(db, createSecrets(`0:${context.env.APP_SECRET},${key}`))
})

test('a crash between sending and recording sends the message again, with the same id', async () => {
  const receiver = await newReceiver()
  const id = await endpointAt(receiver)
  await pay()
  const { target, delivery } = await claimOne(id)
  await postDelivery(services, target, delivery)
  await send()
  expect(receiver.requests).toHaveLength(1)
  await passTime(context, 61)
  await send()
  expect(receiver.requests).toHaveLength(2)
  expect(receiver.events.size).toBe(1)
  // The worker that lost its lease records nothing.
  await db.begin((tx) => recordResult(tx, delivery, { problem: 'TIMEOUT', status: null, delay: undefined }))
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2, status: 200 }])
})

test('two workers send each message once, and no more than four at a time', async () => {
  const receiver = await newReceiver()
  await endpointAt(receiver)
  for (let count = 0; count < 20; count++) await pay()
  await Promise.all([send(), send(), send()])
  await send()
  expect(receiver.requests).toHaveLength(20)
  expect(receiver.events.size).toBe(20)
  expect(receiver.mostAtOnce).toBeLessThanOrEqual(4)
})

test('after an outage of an hour every event arrives, and one message at a time tries until then', async () => {
  const [down, up] = [await newReceiver(), await newReceiver()]
  const id = await endpointAt(down)
  await endpointAt(up)
  down.answer = () => ({ status: 500 })
  for (let count = 0; count < 12; count++) await pay()
  await send()
  expect(up.events.size).toBe(12)
  down.mostAtOnce = 0
  const before = down.requests.length
  await sendFor(3_600, 300)
  expect(down.mostAtOnce).toBe(1)
  expect(down.requests.length - before).toBeLessThanOrEqual(13)
  expect(await readWebhook(id)).toMatchObject({ state: 'active', failingSince: expect.any(String), waiting: 12 })
  down.answer = () => ({})
  // A manager who verifies it need not wait for the next attempt.
  await sendCall(verifyWebhook, { id }, ana)
  down.events.clear()
  await send()
  await send()
  expect(down.events.size).toBe(12)
  expect(await readWebhook(id)).toMatchObject({ failingSince: null, waiting: 0, failed: 0 })
})

test('an endpoint that never answers delays no other', async () => {
  const [silent, up] = [await newReceiver(), await newReceiver()]
  await endpointAt(silent)
  await endpointAt(up)
  silent.answer = () => ({ isSilent: true })
  await pay()
  const sending = send()
  await expect.poll(() => up.events.size).toBe(1)
  silent.close()
  await sending
})

test('an endpoint asks for patience with Retry-After', async () => {
  const receiver = await newReceiver()
  const id = await endpointAt(receiver)
  receiver.answer = () => ({ status: 429, headers: { 'retry-after': '1800' } })
  await pay()
  await send()
  receiver.answer = () => ({})
  await sendFor(1_700, 100)
  expect(receiver.events.size).toBe(0)
  expect(await deliveries(id)).toMatchObject([{ state: 'waiting', attempts: 1, status: 429, problem: 'STATUS' }])
  await sendFor(200, 100)
  expect(receiver.events.size).toBe(1)
})

test('a message that an endpoint never takes fails after three days; the endpoint goes on', async () => {
  const receiver = await newReceiver()
  const id = await endpointAt(receiver)
  const bad = randomUUID()
  receiver.answer = ({ data }) => ({ status: data.id === bad ? 400 : 200 })
  await pay(bad)
  for (let hour = 0; hour < 100; hour++) {
    await pay()
    await passTime(context, 3_600)
    await send()
  }
  expect(await readWebhook(id)).toMatchObject({ state: 'active', failed: 1, waiting: 0 })
  const { items } = (await sendCall(listWebhookDeliveries, { id, page: '2', pageSize: '100' }, ana)).body
  expect(items).toMatchObject([{ state: 'failed', attempts: 16, status: 400, problem: 'STATUS' }])
  receiver.answer = () => ({})
  expect((await sendCall(repeatFailedWebhookDeliveries, { id }, ana)).body).toEqual({ count: 1 })
  await send()
  expect(receiver.events.size).toBe(101)
})

test('a message that is refused keeps its delays while others arrive now and then', async () => {
  const receiver = await newReceiver()
  const id = await endpointAt(receiver)
  const bad = randomUUID()
  receiver.answer = ({ data }) => ({ status: data.id === bad ? 500 : 200 })
  await pay(bad)
  for (let minute = 0; minute < 240; minute += 10) {
    await passTime(context, 600)
    await send()
    await pay()
    await passTime(context, 60)
    await send()
  }
  const waiting = await db`select attempts from webhook_delivery where endpoint_id = ${id} and state = 'waiting'`
  expect(waiting).toHaveLength(1)
  // 5 s, 1 min, 5 min, 15 min, 30 min, 1 h, 2 h and 4 h after the first attempt, at the most.
  expect(waiting[0]?.attempts).toBeLessThanOrEqual(9)
})

test('an endpoint to which everything fails for three days is paused until a manager resumes it', async () => {
  const receiver = await newReceiver()
  const id = await endpointAt(receiver)
  receiver.answer = () => ({ status: 503 })
  await pay()
  await sendFor(90 * 3_600, 1_800)
  expect(await readWebhook(id)).toMatchObject({ state: 'paused', isPausedByFailures: true })
  receiver.answer = () => ({})
  await pay()
  await send()
  expect(receiver.events.size).toBe(0)
  expect((await sendCall(repeatFailedWebhookDeliveries, { id }, ana)).status).toBe(404)
  expect((await sendCall(resumeWebhook, { id }, ana)).status).toBe(204)
  await send()
  await sendCall(repeatFailedWebhookDeliveries, { id }, ana)
  await send()
  expect(receiver.events.size).toBe(2)
})

test('a paused endpoint gets what happened meanwhile when it is resumed', async () => {
  const receiver = await newReceiver()
  const id = await endpointAt(receiver)
  await sendCall(pauseWebhook, { id }, ana)
  await pay()
  await send()
  expect(receiver.requests).toEqual([])
  expect(await readWebhook(id)).toMatchObject({ state: 'paused', isPausedByFailures: false, waiting: 1 })
  await sendCall(resumeWebhook, { id }, luis)
  await send()
  expect(receiver.events.size).toBe(1)
})

test('an endpoint that answers 410 has ended', async () => {
  const receiver = await newReceiver()
  const id = await endpointAt(receiver)
  receiver.answer = () => ({ status: 410 })
  await pay()
  await send()
  expect(await readWebhook(id)).toMatchObject({ state: 'ended', waiting: 0, failed: 1 })
  await pay()
  expect(await deliveries(id)).toHaveLength(1)
  expect((await sendCall(resumeWebhook, { id }, ana)).status).toBe(404)
})

test('a manager sends one message again', async () => {
  const receiver = await newReceiver()
  const id = await endpointAt(receiver)
  await pay()
  await send()
  const [delivery] = await deliveries(id)
  const again = { id, deliveryId: delivery?.id ?? '' }
  const headers = { 'idempotency-key': randomUUID() }
  for (const _ of ['first', 'its answer was lost']) {
    expect((await sendCall(repeatWebhookDelivery, again, { ...ana, headers })).status).toBe(204)
    await send()
  }
  expect(receiver.requests).toEqual([delivery?.id, delivery?.id])
  expect((await sendCall(repeatWebhookDelivery, { id, deliveryId: randomUUID() }, ana)).status).toBe(404)
})

test('messages are deleted after thirty days', async () => {
  const receiver = await newReceiver()
  const id = await endpointAt(receiver)
  await pay()
  await send()
  await passTime(context, 29 * 86_400)
  await purgeAccess(db)
  expect(await deliveries(id)).toHaveLength(1)
  await passTime(context, 2 * 86_400)
  await purgeAccess(db)
  expect(await deliveries(id)).toEqual([])
})
