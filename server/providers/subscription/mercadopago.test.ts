import { credentials } from '@cuida/simulators/credentials.ts'
import { signMercadoPago } from '@cuida/simulators/mercadopago/index.ts'
import { jsonRequest, type RunningSimulators } from '@cuida/simulators/test-simulators.ts'
import { expect, test } from 'vitest'
import { readMercadoPagoWebhook } from '../payment/mercadopago/mercadopago-webhook.ts'
import { subscriptionContract } from './contract.ts'
import { mercadoPagoSubscriptions } from './mercadopago.ts'
import { type Preapproval, readReference, referenceOf, toSubscriptionUpdate } from './mercadopago-shapes.ts'
import { SubscriptionRefused } from './port.ts'

const { accessToken } = credentials.mercadopago
/** Holder names; a card without funds passes the check and fails at the first charge. */
const HOLDERS = { good: 'APRO', refused: 'OTHE', 'pays-once': 'FUND' }
const DAY_MS = 86_400_000
/** The first charge follows the card within about an hour. */
const FIRST_CHARGE_DAYS = 0.05

let ahead = 0
async function daysPass(simulators: RunningSimulators, providerId: string, days: number): Promise<void> {
  const url = `${simulators.url}/simulators/mercadopago/preapproval/${providerId}/clock`
  expect((await fetch(url, jsonRequest('POST', { days }))).ok).toBe(true)
  ahead += days * DAY_MS
}

subscriptionContract({
  provider: 'mercadopago',
  currency: 'BRL',
  reportsCardCheck: false,
  endsByItself: false,
  paths: { read: 'GET /simulators/mercadopago/preapproval', change: 'PUT /simulators/mercadopago/preapproval' },
  adapter: (simulators, { timeoutMs, key = accessToken } = {}) => {
    ahead = 0
    return mercadoPagoSubscriptions({
      baseUrl: `${simulators.url}/simulators/mercadopago`,
      accessToken: key,
      now: () => new Date(Date.now() + ahead),
      ...(timeoutMs ? { timeoutMs } : {}),
    })
  },
  async giveCard(simulators, subscriptions, { providerId, kind }) {
    if ((await subscriptions.find(providerId))?.status === 'PENDING') ahead = 0
    const giving = subscriptions.giveCard?.(providerId, await simulators.mercadoPagoToken(HOLDERS[kind]))
    if (kind === 'refused') await expect(giving).rejects.toBeInstanceOf(SubscriptionRefused)
    else await giving
    await daysPass(simulators, providerId, FIRST_CHARGE_DAYS)
  },
  daysPass,
})

const at = new Date('2026-11-21T08:00:00Z')
const until = new Date('2026-12-21T08:00:00Z')
const found: Preapproval = {
  id: 'p1',
  status: 'authorized',
  last_modified: at,
  next_payment_date: until,
  auto_recurring: { transaction_amount: 3_990, currency_id: 'BRL' },
}

test('a first charge that was not made yet gives no period', () => {
  expect(toSubscriptionUpdate(found, [], at)).toMatchObject({ status: 'PENDING', periodEnd: undefined })
})

test.each([
  ['failed', 'rejected', true],
  ['still in process', 'in_process', false],
  ['made', 'approved', false],
])(
  'a subscription that was cancelled during its first charge, which is %s now, must end at once: %s',
  (_, status, mustEnd) => {
    const mark = referenceOf('ours', { isPaused: false, ends: true, until })
    const charge = { preapproval_id: 'p1', status: 'processed', date_created: at, last_modified: at }
    const update = toSubscriptionUpdate(
      { ...found, status: 'paused', external_reference: mark },
      [{ ...charge, payment: { id: '1', status } }],
      at,
    )
    expect(update.mustEnd).toBe(mustEnd)
  },
)

test('a pause made at the provider, without our mark, is a pause', () => {
  const paused = { ...found, status: 'paused', external_reference: 'ours' }
  expect(toSubscriptionUpdate(paused, [], at)).toMatchObject({
    status: 'PAUSED',
    endsAtPeriodEnd: false,
    mustEnd: false,
    periodEnd: undefined,
  })
})

test.each([
  { isPaused: true, ends: false, until },
  { isPaused: false, ends: true, until },
  { isPaused: true, ends: true, until },
])('the mark of a pause is read as it was written: %o', (mark) => {
  expect(readReference(referenceOf('ours', mark))).toEqual({ id: 'ours', mark })
})
test.each(['ours', 'ours:ends', 'ours:stops:1795250000', null])('a reference without a mark: %s', (reference) => {
  expect(readReference(reference)).toEqual({ id: reference ?? '', mark: undefined })
})

test.each([
  ['subscription_preapproval', '2c938084726fca480172750000000000', '2c938084726fca480172750000000000'],
  ['subscription_authorized_payment', '6114264375', 'installment:6114264375'],
  ['payment', '19951521071', '19951521071'],
  ['subscription_preapproval_plan', '2c938084726fca480172750000000000', undefined],
  ['payment', '2c938084726fca480172750000000000', undefined],
])('a webhook of the topic %s about %s names %s', (type, id, providerPaymentId) => {
  const signed = { dataId: id, requestId: 'r1' }
  const delivery = { id: '', provider: 'mercadopago', url: '', body: '', attempt: 0, dueAt: 0, forged: false } as const
  const raw = {
    body: Buffer.alloc(0),
    headers: signMercadoPago({ ...delivery, signed }, at),
    query: { type, 'data.id': id, subscription: 'ours' },
  }
  const note = readMercadoPagoWebhook([credentials.mercadopago.webhookSecret], raw, at)
  expect(note?.providerPaymentId).toBe(providerPaymentId)
  expect(note?.subscriptionId).toBe(providerPaymentId && 'ours')
})
