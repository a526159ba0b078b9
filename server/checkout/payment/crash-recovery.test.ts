import { createHmac } from 'node:crypto'
import { listCards, saveCard } from '@cuida/core/checkout/card/card-api.ts'
import { credentials } from '@cuida/simulators/credentials.ts'
import { describe, expect, test } from 'vitest'
import { newPatient } from '../../booking/test-people.ts'
import { sponsorPatient } from '../../invite/test-invitations.ts'
import { type Failpoint, orderFailpoints } from '../../kit/jobs/failpoint.ts'
import { processForgottenOrders } from '../jobs.ts'
import {
  authorisePayment,
  type Checkout,
  createCardToken,
  createCheckout,
  orderInput,
  orderWithCard,
  readLedger,
  runCheckoutJobs,
} from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { findAttemptOfOrder } from './attempt-store.ts'
import { createProcessRunner, deleteWaitingJobs, findUnsettledOrders } from './test-processes.ts'

/**
 * Real processes end themselves with SIGKILL at each durable step. Healthy processes then start, and within 30 s
 * every order is final, with at most one charge each.
 */
const placed = new Map<string, { id: string; outcome: 'ACTIVE' | 'FAILED' }>()
const { context, product } = await createCheckoutContext()
const processes = createProcessRunner(context)

const freePatient = async () => {
  const patient = await newPatient(context)
  await sponsorPatient(context, patient.patientId, product.id, 100)
  return patient
}
const placeOrder = async (at: Checkout, card: Parameters<typeof orderWithCard>[2], more = {}) =>
  (await orderWithCard(context, at, card, more)).body.workflowId

/** Order input of a patient who pays with a saved card. */
async function findSavedCard({ patient: { token } }: Checkout) {
  const sessionId = crypto.randomUUID()
  await context.sendCall(
    saveCard,
    { cardToken: await createCardToken(context, 'good', sessionId), sessionId },
    { token },
  )
  const { body } = await context.sendCall(listCards, {}, { token })
  return { isSavedCard: true, savedCardId: body.items[0]?.id }
}

/** An order whose challenge the patient has just completed. */
async function authorised(): Promise<string> {
  const id = await placeOrder(await createCheckout(context, product), 'challenge')
  await runCheckoutJobs(context)
  return id
}
async function announce(orderId: string, url?: string): Promise<number> {
  const attempt = await findAttemptOfOrder(context.db, orderId)
  const body = JSON.stringify({ id: attempt?.providerPaymentId, orderId: attempt?.id })
  const t = Math.floor(Date.now() / 1000)
  const v1 = createHmac('sha256', credentials.monei.apiKey).update(`${t}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'monei-signature': `t=${t},v1=${v1}` }
  if (url) return (await fetch(`${url}/v1/webhooks/monei`, { method: 'POST', headers, body })).status
  return (await context.app.inject({ method: 'POST', url: '/v1/webhooks/monei', headers, payload: body })).statusCode
}

/**
 * A payment method and the steps that it passes before its order is final. Another method is another row; what comes
 * after (notifications, refunds) is the same for all paid orders.
 */
interface Way {
  checkout: () => Promise<Checkout>
  card: Parameters<typeof orderWithCard>[2]
  more?: (checkout: Checkout) => Promise<Record<string, unknown>>
  passes: readonly Failpoint[]
}
const NIGHTLY = Boolean(process.env.NIGHTLY)
const SETTLING = ['payment-update.before-commit', 'payment-update.committed'] as const
const CHARGING = ['charge.leased', 'charge.created-at-provider', 'charge.payment-stored', 'charge.answered'] as const
const WAYS: Record<string, Way> = {
  card: {
    checkout: () => createCheckout(context, product),
    card: 'good',
    passes: [...CHARGING, ...SETTLING],
  },
  'saved card': {
    checkout: () => createCheckout(context, product),
    card: undefined,
    more: findSavedCard,
    passes: [...CHARGING, ...SETTLING],
  },
  // These cases repeat the steps of a card, so only the nightly run starts a process for each.
  ...(NIGHTLY && {
    'nothing to pay': {
      checkout: async () => createCheckout(context, product, { patient: await freePatient() }),
      card: undefined,
      passes: SETTLING,
    },
  }),
}

const tested = new Set<Failpoint>()
const remember = (at: Failpoint, name: string, id: string, outcome: 'ACTIVE' | 'FAILED' = 'ACTIVE') => {
  tested.add(at)
  placed.set(`${at}, ${name}`, { id, outcome })
}

/** The gate tries one failpoint of the API and one of the worker; the nightly run tries them all. */
const inGate = (at: Failpoint, name: string) =>
  name === 'card' && (at === 'order.intent-committed' || at === 'charge.created-at-provider')
const tagsOf = (at: Failpoint, name: string) => (inGate(at, name) ? [] : ['nightly'])

describe('the API process dies [B7.15]', () => {
  const steps = ['order.before-intent', 'order.intent-committed'] as const
  const rows = Object.entries(WAYS).flatMap(([name, scenario]) => steps.map((at) => ({ at, name, ...scenario })))
  for (const { at, name, card, checkout: come, more = async () => ({}) } of rows)
    test(`at ${at}, ${name}: the patient’s second try finds one order`, { tags: tagsOf(at, name) }, async () => {
      const checkout = await come()
      const extra = await more(checkout)
      const api = await processes.doomedApi(at)
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${checkout.patient.token}` }
      const body = JSON.stringify({ ...(await orderInput(context, checkout, card)), ...extra })
      await expect(fetch(`${api.url}/v1/order`, { method: 'POST', headers, body })).rejects.toThrow()
      expect(await api.end).toBe('SIGKILL')
      const orders = () => context.db`select id from care_order where account_id = ${checkout.patient.accountId}`
      expect(await orders()).toHaveLength(at === 'order.before-intent' ? 0 : 1)
      remember(at, name, await placeOrder(checkout, card, extra))
      expect(await orders()).toHaveLength(1)
    })
  test('at webhook.stored: the webhook is not lost', { tags: ['nightly'] }, async () => {
    const id = await authorised()
    const api = await processes.doomedApi('webhook.stored')
    await authorisePayment(context, id)
    await expect(announce(id, api.url)).rejects.toThrow()
    expect(await api.end).toBe('SIGKILL')
    expect(await context.db`select 1 from webhook_inbox where applied_at is null`).toHaveLength(1)
    remember('webhook.stored', 'card', id)
  })
})

describe('the worker dies', () => {
  const rows = Object.entries(WAYS).flatMap(([name, scenario]) =>
    scenario.passes.map((at) => ({ at, name, ...scenario })),
  )
  for (const { at, name, card, checkout: come, more = async () => ({}) } of rows)
    test(`at ${at}, ${name}`, { tags: tagsOf(at, name) }, async () => {
      await deleteWaitingJobs(context)
      const checkout = await come()
      const extra = await more(checkout)
      const end = processes.doomedWorker(at)
      remember(at, name, await placeOrder(checkout, card, extra))
      expect(await end).toBe('SIGKILL')
    })
  test('at webhook.looked-up', { tags: ['nightly'] }, async () => {
    await deleteWaitingJobs(context)
    const id = await authorised()
    await authorisePayment(context, id)
    expect(await announce(id)).toBe(200)
    expect(await processes.doomedWorker('webhook.looked-up')).toBe('SIGKILL')
    remember('webhook.looked-up', 'card', id)
  })
  test.each(['refund.answered', 'refund.committed'] as const)(
    'at %s of a late payment',
    { tags: ['nightly'] },
    async (at) => {
      await deleteWaitingJobs(context)
      const id = await authorised()
      await context.db`
      update payment_attempt set checked_at = checked_at - interval '16 minutes',
        pending_since = pending_since - interval '16 minutes' where order_id = ${id}`
      await context.db`update care_order set created_at = created_at - interval '16 minutes' where id = ${id}`
      await processForgottenOrders(context.services)
      await runCheckoutJobs(context)
      await authorisePayment(context, id)
      expect(await announce(id)).toBe(200)
      expect(await processes.doomedWorker(at)).toBe('SIGKILL')
      remember(at, 'late', id, 'FAILED')
    },
  )
})

test('every failpoint was tried', { tags: ['nightly'] }, () => {
  // Those of a Pix are in pix-kills.nightly.test.ts.
  expect([...tested].sort()).toEqual(orderFailpoints.filter((point) => !point.startsWith('pix.')).sort())
})

test('healthy processes finish everything within 30 s: one order a cart, one charge an order, and equal books [B7.10]', {
  tags: ['nightly'],
}, async () => {
  processes.worker()
  await expect.poll(() => findUnsettledOrders(context), { timeout: 30_000, interval: 500 }).toHaveLength(0)

  const { charges, refunds } = await readLedger(context)
  for (const [name, { id, outcome }] of placed) {
    const [row] = await context.db`
      select o.status, o.amount, o.refunded, a.id as attempt, c.status as consultation, s.state as hold
      from care_order o
      left join payment_attempt a on a.order_id = o.id
      left join consultation c on c.order_id = o.id
      left join slot_hold s on s.id = o.slot_hold_id
      where o.id = ${id}`
    expect(row?.status, name).toBe(outcome)
    const isOfAttempt = ({ reference }: { reference: string }) => reference === row?.attempt
    expect(
      charges.filter(isOfAttempt).map(({ amount }) => amount),
      name,
    ).toEqual(row?.amount > 0 ? [row?.amount] : [])
    expect(
      refunds.filter(isOfAttempt).map(({ amount }) => amount),
      name,
    ).toEqual(outcome === 'FAILED' ? [row?.amount] : [])
    expect(row?.refunded, name).toBe(outcome === 'FAILED' ? row?.amount : 0)
    expect([row?.consultation, row?.hold === 'booked'], name).toEqual(
      outcome === 'ACTIVE' ? ['QUEUED', true] : ['EXPIRED', false],
    )
  }
  const [actions] = await context.db`
    select count(*)::int as queued from consultation_action where type = 'QUEUED'`
  expect(actions?.queued).toBe([...placed.values()].filter(({ outcome }) => outcome === 'ACTIVE').length)
})
