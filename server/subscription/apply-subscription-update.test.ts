import { describe, expect, test } from 'vitest'
import { newPatient } from '../booking/test-people.ts'
import type { SubscriptionPaymentUpdate, SubscriptionUpdate } from '../providers/subscription/port.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { applySubscriptionUpdate } from './apply-subscription-update.ts'
import { nextFetchNumber } from './subscription-update-store.ts'
import { readSubscription, type Subscriber } from './test-subscribers.ts'

const context = await createTestContext()

const day = (count: number) => new Date(Date.UTC(2026, 10, 1 + count))

/** A subscription that exists at the provider, without any further update. */
async function introduced(): Promise<Subscriber & { providerId: string }> {
  const patient = await newPatient(context)
  const providerId = crypto.randomUUID()
  const [row] = await context.db<{ id: string }[]>`
    insert into subscription (account_id, patient_id, plan_id, plan_name, provider, provider_id, amount, first_amount,
      trial_days, currency)
    values (${patient.accountId}, ${patient.patientId}, '1', 'Monthly', 'monei', ${providerId}, 1900, 950, 14, 'EUR')
    returning id`
  return { ...patient, context, id: row?.id ?? '', providerId }
}

const update = (providerId: string, version: number, more: Partial<SubscriptionUpdate> = {}): SubscriptionUpdate => ({
  providerId,
  version,
  isOurs: true,
  status: 'ACTIVE',
  amount: 950,
  currency: 'EUR',
  periodEnd: day(30),
  endsAtPeriodEnd: false,
  mustEnd: false,
  lastPayment: undefined,
  ...more,
})
const payment = (
  providerId: string,
  paymentId: string,
  more: Partial<SubscriptionPaymentUpdate> = {},
): SubscriptionPaymentUpdate => ({
  paymentId,
  providerId,
  isOurs: true,
  status: 'SUCCEEDED',
  amount: 950,
  refunded: 0,
  currency: 'EUR',
  version: 100,
  createdAt: day(0),
  ...more,
})

interface Said {
  update: SubscriptionUpdate
  payments?: SubscriptionPaymentUpdate[]
}
const apply = async ({ id }: Subscriber, updateInput: Said, fetchNumber?: number) => {
  const received = { ...updateInput, fetchNumber: fetchNumber ?? (await nextFetchNumber(context.db)) }
  return context.db.begin((tx) => applySubscriptionUpdate(tx, id, received, 'webhook'))
}

/** A whole life: card verified, first month, a failed renewal that was then paid, cancelled. */
function lifeOf(providerId: string): Said[] {
  const paid = (id: string, more = {}) => payment(providerId, `${providerId}-${id}`, more)
  const last = (id: string, status: string) => ({ lastPayment: { id: `${providerId}-${id}`, status } })
  const failed = paid('b', { amount: 1_900, status: 'FAILED', version: 300, createdAt: day(30) })
  const renewed = paid('c', { amount: 1_900, version: 400, createdAt: day(31) })
  return [
    { update: update(providerId, 100, { status: 'TRIALING', periodEnd: day(14), ...last('v', 'SUCCEEDED') }) },
    { update: update(providerId, 200, { ...last('a', 'SUCCEEDED') }), payments: [paid('a', { version: 200 })] },
    {
      update: update(providerId, 300, { amount: 1_900, status: 'PAST_DUE', ...last('b', 'FAILED') }),
      payments: [failed],
    },
    {
      update: update(providerId, 400, { amount: 1_900, periodEnd: day(61), ...last('c', 'SUCCEEDED') }),
      payments: [renewed],
    },
    {
      update: update(providerId, 500, {
        amount: 1_900,
        status: 'CANCELED',
        periodEnd: day(61),
        ...last('c', 'SUCCEEDED'),
      }),
    },
  ]
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

test('updates in all 120 orders, each applied twice, lead to the same end [B4.30]', {
  tags: ['nightly'],
}, async () => {
  const orders = permutations([0, 1, 2, 3, 4])
  const ends = []
  for (const order of orders) {
    const ana = await introduced()
    const life = lifeOf(ana.providerId)
    for (const at of [...order, ...order]) await apply(ana, life[at] as Said)
    const { id: _, payments, ...end } = await readSubscription(ana)
    ends.push(JSON.stringify({ ...end, payments: payments.map(({ amount, status, at }) => [amount, status, at]) }))
  }
  expect(orders).toHaveLength(120)
  expect([...new Set(ends)]).toHaveLength(1)
  expect(JSON.parse(ends[0] ?? '')).toMatchObject({
    status: 'CANCELED',
    payments: [
      [1_900, 'SUCCEEDED', day(31).toISOString()],
      [1_900, 'FAILED', day(30).toISOString()],
      [950, 'SUCCEEDED', day(0).toISOString()],
    ],
  })
})

describe('updates with the same version', () => {
  test('the answer to the later request wins', async () => {
    const ana = await introduced()
    const first = await nextFetchNumber(context.db)
    const second = await nextFetchNumber(context.db)
    expect(await apply(ana, { update: update(ana.providerId, 7, { status: 'PAST_DUE' }) }, second)).toBe('applied')
    expect(await apply(ana, { update: update(ana.providerId, 7) }, first)).toBe('nothing')
    expect((await readSubscription(ana)).status).toBe('PAST_DUE')
  })
  test('an earlier request that was answered later does not block a newer update', async () => {
    const ana = await introduced()
    const first = await nextFetchNumber(context.db)
    const second = await nextFetchNumber(context.db)
    await apply(ana, { update: update(ana.providerId, 7) }, second)
    expect(await apply(ana, { update: update(ana.providerId, 8, { status: 'PAUSED' }) }, first)).toBe('applied')
  })
})

describe('a payment', () => {
  test('a refunded payment stays refunded', async () => {
    const ana = await introduced()
    const createUpdate = (more: Partial<SubscriptionPaymentUpdate>) => ({
      update: update(ana.providerId, 5),
      payments: [payment(ana.providerId, `${ana.providerId}-p`, more)],
    })
    await apply(ana, createUpdate({ status: 'REFUNDED', refunded: 950, version: 9 }))
    await apply(ana, createUpdate({ status: 'SUCCEEDED', version: 8 }))
    await apply(ana, createUpdate({ status: 'SUCCEEDED', version: 9 }))
    expect((await readSubscription(ana)).payments).toMatchObject([{ status: 'REFUNDED', refunded: 950 }])
  })
  test('an unknown status is stored and shown as it is', async () => {
    const ana = await introduced()
    const strange = payment(ana.providerId, `${ana.providerId}-p`, { status: 'ON_ITS_WAY' })
    await apply(ana, { update: update(ana.providerId, 5, { status: 'FROZEN' }), payments: [strange] })
    expect(await readSubscription(ana)).toMatchObject({ status: 'FROZEN', payments: [{ status: 'ON_ITS_WAY' }] })
  })
})

describe('updates that put a subscription on hold', () => {
  const ofLife = (change: Partial<SubscriptionUpdate>) => (id: string) => ({ update: update(id, 9, change) })
  const ofPayment = (change: Partial<SubscriptionPaymentUpdate>) => (id: string) => ({
    update: update(id, 9),
    payments: [payment(id, `${id}-p`, change)],
  })
  test.each([
    ['a different price', ofLife({ amount: 2_000 }), 'MONEY_DIFFERS'],
    ['a different currency', ofLife({ currency: 'USD' }), 'MONEY_DIFFERS'],
    ['another account', ofLife({ isOurs: false }), 'ACCOUNT_DIFFERS'],
    ['a different amount charged', ofPayment({ amount: 951 }), 'MONEY_DIFFERS'],
    ['a payment in another currency', ofPayment({ currency: 'BRL' }), 'MONEY_DIFFERS'],
    ['a payment to another account', ofPayment({ isOurs: false }), 'ACCOUNT_DIFFERS'],
  ])('%s', async (_, updateOf, detail) => {
    const ana = await introduced()
    expect(await apply(ana, updateOf(ana.providerId))).toBe('held')
    expect(await apply(ana, { update: update(ana.providerId, 10) })).toBe('nothing')
    expect(await readSubscription(ana)).toMatchObject({ status: 'PENDING', payments: [] })
    const events = await context.db`select detail from subscription_event where subscription_id = ${ana.id}`
    expect(events).toEqual([{ detail }])
  })
  test('an active status after the end', async () => {
    const ana = await introduced()
    await apply(ana, { update: update(ana.providerId, 9, { status: 'CANCELED' }) })
    expect(await apply(ana, { update: update(ana.providerId, 8) })).toBe('nothing')
    expect(await apply(ana, { update: update(ana.providerId, 10) })).toBe('held')
  })
  test('a subscription that we ended and the provider still reports as pending is not put on hold', async () => {
    const ana = await introduced()
    await context.db`update subscription set status = 'EXPIRED', pending_change = 'close' where id = ${ana.id}`
    expect(await apply(ana, { update: update(ana.providerId, 10, { status: 'PENDING' }) })).toBe('nothing')
    expect(await apply(ana, { update: update(ana.providerId, 11, { status: 'CANCELED' }) })).toBe('applied')
  })
})

test('another subscription’s update changes nothing', async () => {
  const ana = await introduced()
  expect(await apply(ana, { update: update('somebody-elses', 9) })).toBe('nothing')
  expect((await readSubscription(ana)).status).toBe('PENDING')
})
