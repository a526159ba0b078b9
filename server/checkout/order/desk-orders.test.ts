import type { OrderFilter } from '@cuida/core/checkout/order/desk-order-api.ts'
import { describe, expect, test } from 'vitest'
import { insertManager } from '../../access/people/test-managers.ts'
import { insertClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { withReasons } from '../../testing/test-audit.ts'
import {
  createDeskContext,
  createMoneyActions,
  placePaidOrder,
  REFUND_REASON,
  statusAndCode,
} from '../test-desk-money.ts'
import { parseOrderSearch } from './desk-order-search.ts'
import { placeTestOrder, readAttempt, runCheckoutJobs } from './test-orders.ts'

const { context, product, ana } = await createDeskContext()
const paid = await placePaidOrder(context, product)
const failed = await placeTestOrder(context, product, 'poor')
await runCheckoutJobs(context)

const idsOf = ({ body }: { body: { items: { id: string }[] } }) => body.items.map(({ id }) => id)

describe('orders at the desk', () => {
  test('a manager lists orders, newest first, filtered by what needs attention [B7.15]', async () => {
    const waiting = await placeTestOrder(context, product, 'challenge')
    await runCheckoutJobs(context)
    const list = (filter: OrderFilter) => createMoneyActions(context, ana).list(filter).then(idsOf)
    expect(await list('all')).toEqual([waiting.id, failed.id, paid.id])
    expect(await list('failed')).toEqual([failed.id])
    expect(await list('waiting')).toEqual([waiting.id])
    expect(await list('asked')).toEqual([])
    await createMoneyActions(context, ana).ask(paid.id, 100)
    expect(await list('asked')).toEqual([paid.id])
    await context.db`update refund_request set expires_at = clock_timestamp()`
    expect(await list('asked')).toEqual([])
    const page = await createMoneyActions(context, ana).list('all', '2', '2')
    expect([idsOf(page), page.body.next]).toEqual([[paid.id], null])
    expect((await createMoneyActions(context, ana).list('all', '1', '2')).body.next).not.toBeNull()
  })

  test('a manager finds an order by phone, e-mail, card or any id, and the audit omits the search text', async () => {
    const [account] = await context.db`select phone, email from account where id = ${paid.patient.accountId}`
    const { id, providerPaymentId } = await readAttempt(context, paid.id)
    const email = account?.email ?? `p${Date.now()}@example.com`
    await context.db`update account set email = ${email} where id = ${paid.patient.accountId}`
    for (const query of [account?.phone, email.toUpperCase(), paid.id, id, providerPaymentId ?? '', '4422']) {
      expect([query, idsOf(await createMoneyActions(context, ana).find(query))]).toEqual([query, [paid.id]])
    }
    expect(idsOf(await createMoneyActions(context, ana).find('4449'))).toEqual([])
    expect(idsOf(await createMoneyActions(context, ana).find('nobody@example.com'))).toEqual([])
    expect((await createMoneyActions(context, ana).find('12')).status).toBe(400)
    const rows = await context.db`select detail from audit where act = 'search'`
    expect(rows.map(({ detail }) => JSON.parse(detail).by)).toEqual([
      ...['phone', 'email', 'id', 'id', 'name', 'digits', 'digits', 'email'],
    ])
    expect(JSON.stringify(rows)).not.toContain(account?.phone)
  })

  test('a manager sees all of an order except health data; each look is audited once a while', async () => {
    const { body } = await createMoneyActions(context, ana).open(paid.id)
    const { amount, currency } = product.price
    expect(body).toMatchObject({
      id: paid.id,
      status: 'ACTIVE',
      amount,
      currency,
      refunded: 0,
      left: amount,
      attempts: [{ provider: 'monei', state: 'succeeded', captured: amount, isOnHold: false }],
      hold: { state: 'booked', startsAt: paid.time.startTime },
      consultation: { status: 'QUEUED' },
    })
    await context.db`update consultation set summary = 'Kanarienvogel', symptoms = '["Kanarienvogel"]' where order_id = ${paid.id}`
    await createMoneyActions(context, ana).open(paid.id)
    expect(JSON.stringify((await createMoneyActions(context, ana).open(paid.id)).body)).not.toContain('Kanarienvogel')
    expect(await context.db`select 1 from audit where act = 'view' and subject_id = ${paid.id}`).toHaveLength(1)
    expect((await createMoneyActions(context, ana).open(failed.id)).body).toMatchObject({
      status: 'FAILED',
      failureReason: 'INSUFFICIENT_FUNDS',
      left: 0,
      consultation: null,
    })
    expect(statusAndCode(await createMoneyActions(context, ana).open(crypto.randomUUID()))).toEqual([
      404,
      'ORDER_NOT_FOUND',
    ])
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })

  test('an order of a deleted account is shown without a name', async () => {
    const at = await placePaidOrder(context, product)
    expect((await createMoneyActions(context, ana).open(at.id)).body.payer).toMatchObject({
      accountId: at.patient.accountId,
    })
    await context.db`update patient set deleted_at = now() where id = ${at.patient.patientId}`
    expect((await createMoneyActions(context, ana).open(at.id)).body.payer).toBeNull()
  })
})

describe('desk tasks', () => {
  const insertTask = async (providerAmount: number, id: string = crypto.randomUUID()) => {
    await context.db`
      insert into reconciliation_task (id, kind, provider, provider_payment_id, theirs)
      values (${id}, 'UNKNOWN_PAYMENT', 'monei', ${crypto.randomUUID()}, ${providerAmount})`
    return id
  }

  test('a task is listed until a manager resolves it, once, with a reason in the audit', async () => {
    // The oldest task comes first, whatever its id.
    const first = await insertTask(700, crypto.randomUUID().replace(/^./, 'f'))
    const second = await insertTask(800, crypto.randomUUID().replace(/^./, '0'))
    expect(idsOf(await createMoneyActions(context, ana).tasks())).toEqual([first, second])
    expect((await createMoneyActions(context, ana).resolve(first, 'fine')).status).toBe(400)
    const result = await Promise.all([
      createMoneyActions(context, ana).resolve(first),
      createMoneyActions(context, ana).resolve(first),
    ])
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(idsOf(await createMoneyActions(context, ana).tasks())).toEqual([second])
    expect((await createMoneyActions(context, ana).tasks('resolved')).body.items).toMatchObject([
      { id: first, reason: REFUND_REASON, theirs: 700 },
    ])
    expect(statusAndCode(await createMoneyActions(context, ana).resolve(crypto.randomUUID()))).toEqual([
      404,
      'TASK_NOT_FOUND',
    ])
    const record = await withReasons(
      context.db,
      context.db`select act, reason from audit where subject_kind = 'task' and subject_id = ${first}`,
    )
    expect(record).toEqual([{ act: 'resolve-task', reason: REFUND_REASON }])
  })

  test('a clinician and a manager who was blocked a moment ago cannot resolve a task', async () => {
    const id = await insertTask(900)
    const blocked = await insertManager(context)
    await createMoneyActions(context, blocked).tasks()
    await context.db`update staff set status = 'blocked' where id = ${blocked.staffId}`
    expect((await createMoneyActions(context, blocked).resolve(id)).status).toBe(401)
    expect(statusAndCode(await createMoneyActions(context, await insertClinician(context)).resolve(id))).toEqual([
      403,
      'NOT_ALLOWED',
    ])
    expect(idsOf(await createMoneyActions(context, ana).tasks())).toContain(id)
  })
})

test.each([
  ['4422', { digits: '4422' }],
  ['600 00 00 01', { phone: '+34600000001' }],
  ['+34 600 000 001', { phone: '+34600000001' }],
  ['112233445566', { name: '112233445566' }],
  ['af0e1d2c3b4a59687', { name: 'af0e1d2c3b4a59687' }],
  ['ana@example.com', { email: 'ana@example.com' }],
])('the search “%s” is understood', (query, sought) => expect(parseOrderSearch(query, ['ES'])).toEqual(sought))
