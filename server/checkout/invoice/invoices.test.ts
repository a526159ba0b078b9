import { listPatientTasks } from '@cuida/core/care/patient-tasks/patient-task-api.ts'
import { getPayment } from '@cuida/core/checkout/payment/payment-api.ts'
import { resolveMoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import { credentials } from '@cuida/simulators/credentials.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertManager } from '../../access/people/test-managers.ts'
import { sponsorPatient } from '../../invite/test-invitations.ts'
import { invoiceFailpoints } from '../../kit/jobs/failpoint.ts'
import { readPdfLines } from '../../kit/pdf/test-pdf.ts'
import { endFaults } from '../../testing/test-contexts.ts'
import {
  createCheckout,
  orderWithCard,
  type PlacedOrder,
  placeTestOrder,
  planPaymentFault,
  readAttempt,
  readLedger,
  runCheckoutJobs,
} from '../order/test-orders.ts'
import { chargeOrder } from '../payment/charge-order.ts'
import { createProcessRunner, deleteWaitingJobs } from '../payment/test-processes.ts'
import { insertPayer } from '../pix/test-pix.ts'
import { refundAttempt } from '../refund/order-refund.ts'
import { createPartialRefund, createRefund } from '../refund/refund-store.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { createMoneyActions, REFUND_REASON } from '../test-desk-money.ts'
import { issueInvoices } from './invoice.ts'

/** Invoices are issued by Omie. */
const logLines: string[] = []
const { context, product } = await createCheckoutContext({ partner: 'bem-leve' })
const ana = await insertManager(context)
const processes = createProcessRunner(context)
const { log } = context.services
for (const level of ['info', 'warn', 'error'] as const)
  log[level] = (message: string, more?: object) => void logLines.push(`${message} ${JSON.stringify(more)}`)
beforeEach(async () => {
  await endFaults(context)
  await minutePasses()
})

const BILLING = 'POST /simulators/omie/api/v1/servicos/osp'
const SERVICES = 'POST /simulators/omie/api/v1/servicos/os/'
const CLIENTS = 'POST /simulators/omie/api/v1/geral/clientes'
const injectFault = (fault: string, path: string) => planPaymentFault(context, fault, { provider: 'omie', path })

/**
 * Lets a minute pass at the provider, which refuses the same question within one, and here, where retries wait that
 * long.
 */
async function minutePasses(): Promise<void> {
  await fetch(`${context.simulatorsUrl}/simulators/omie/asked`, { method: 'DELETE' })
  await context.db`update invoice set due_at = clock_timestamp()`
}
const write = () => issueInvoices(context.services)

/** An order that is paid and whose invoice is still open. */
async function paid(): Promise<PlacedOrder> {
  const at = await placeTestOrder(context, product, 'good', await insertPayer(context))
  await chargeOrder(context.services, at.id)
  await deleteWaitingJobs(context)
  return at
}

const rowOf = async (orderId: string) => (await context.db`select * from invoice where order_id = ${orderId}`)[0]
const atProvider = async (orderId: string) =>
  (await readLedger(context)).invoices.filter(({ reference }) => reference === orderId)
async function fetchInvoice({ id, patient: { token } }: PlacedOrder) {
  const paymentId = (await readAttempt(context, id)).id
  return (await context.sendCall(getPayment, { id: paymentId }, { token })).body.invoice
}
const tasksOf = async (orderId: string) =>
  (await createMoneyActions(context, ana).tasks()).body.items.filter((task) => task.orderId === orderId)
async function giveBack(orderId: string): Promise<void> {
  await context.db.begin((tx) => createRefund(tx, orderId, 'CLINICIAN_CANCELLED'))
  await refundAttempt(context.services, (await readAttempt(context, orderId)).id)
}
async function receiptOf({ id, patient: { token } }: PlacedOrder): Promise<string[]> {
  const url = `/v1/payments/${(await readAttempt(context, id)).id}/receipt`
  return readPdfLines((await context.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).rawPayload)
}

test('a payment is invoiced once, with the order’s id and amount, and the receipt shows the number', async () => {
  const at = await placeTestOrder(context, product, 'good', await insertPayer(context))
  await runCheckoutJobs(context)
  await write()
  const [line, ...others] = await atProvider(at.id)
  expect(others).toEqual([])
  expect(line).toMatchObject({ amount: product.price.amount, billed: 1, number: expect.any(String) })
  expect(await fetchInvoice(at)).toEqual({ state: 'issued', number: line?.number })
  expect((await receiptOf(at)).join('\n')).toContain(line?.number)
})

test('an order is active before its invoice exists, and the invoice is shown as being prepared', async () => {
  const at = await paid()
  // From the payment on, not only after the first try to issue it.
  expect(await fetchInvoice(at)).toEqual({ state: 'preparing', number: null })
  await injectFault('5xx', CLIENTS)
  await write()
  expect((await at.read()).status).toBe('ACTIVE')
  expect(await fetchInvoice(at)).toEqual({ state: 'preparing', number: null })
})

test('a refused card and a free order get no invoice', async () => {
  const refused = await placeTestOrder(context, product, 'declined', await insertPayer(context))
  const patient = await insertPayer(context)
  await sponsorPatient(context, patient.patientId, product.id, 100)
  const free = await placeTestOrder(context, product, undefined, patient)
  await runCheckoutJobs(context)
  expect([(await refused.read()).status, (await free.read()).status]).toEqual(['FAILED', 'ACTIVE'])
  expect(await rowOf(refused.id)).toBeUndefined()
  expect(await rowOf(free.id)).toBeUndefined()
})

describe('the billing address', () => {
  const flat = { country: 'BR', postalCode: '22021-001', state: 'RJ', city: 'Rio de Janeiro', district: 'Copacabana' }
  const rio = { ...flat, street: 'Avenida Atlântica', number: '', comments: '' }
  const tried = async (more: Record<string, unknown>, known: boolean) => {
    const at = await createCheckout(context, product, { patient: await insertPayer(context) })
    if (!known) await context.db`delete from address where patient_id = ${at.patient.patientId}`
    return { at, ...(await orderWithCard(context, at, 'good', more)) }
  }
  const findStored = async (id: string) =>
    (await context.db`select home_address as home, billing_address as billing from care_order where id = ${id}`)[0]

  test('an order without a billing address is refused, unless the address is asked after paying', async () => {
    const { config } = context.services
    context.services.config = { ...config, askedLater: [] }
    const { status, body } = await tried({}, false)
    context.services.config = config
    expect([status, body.code]).toEqual([409, 'BILLING_ADDRESS_REQUIRED'])
  })
  /** A paid order of an account without an address. */
  async function paidWithoutAddress(): Promise<PlacedOrder> {
    const patient = await insertPayer(context)
    await context.db`delete from address where patient_id = ${patient.patientId}`
    const at = await placeTestOrder(context, product, 'good', patient)
    await chargeOrder(context.services, at.id)
    await deleteWaitingJobs(context)
    return at
  }
  test('an invoice waits for the address that is asked after paying', async () => {
    const at = await paidWithoutAddress()
    const waiting = async () =>
      (await context.sendCall(listPatientTasks, {}, { token: at.patient.token })).body.items.map(({ kind }) => kind)
    await write()
    expect([(await rowOf(at.id))?.state, await waiting()]).toEqual(['open', ['missing-address']])
    await context.db`
      insert into address (patient_id, kind, country, postal_code, state, city, district, street)
      values (${at.patient.patientId}, 'billing', 'BR', '01310100', 'SP', 'São Paulo', 'Bela Vista', 'Avenida Paulista')`
    await write()
    expect(await atProvider(at.id)).toMatchObject([{ billed: 1 }])
    expect(await waiting()).toEqual([])
  })
  test('an address that is not given within days becomes a task of the desk', async () => {
    const at = await paidWithoutAddress()
    await context.db`update invoice set created_at = created_at - interval '6 days' where order_id = ${at.id}`
    await write()
    expect(await tasksOf(at.id)).toMatchObject([{ kind: 'INVOICE_REFUSED', detail: 'ADDRESS_MISSING' }])
  })
  test('an order needs no address when the partner’s invoices need none (needsAddress)', async () => {
    const { partnerConfig } = context.services.config
    const { invoicing } = partnerConfig
    if (invoicing) partnerConfig.invoicing = { ...invoicing, needsAddress: false }
    expect((await tried({}, false)).status).toBe(202)
    if (invoicing) partnerConfig.invoicing = invoicing
  })
  test('a billing address is validated like any other', async () => {
    const { status, body } = await tried({ billingAddress: { ...rio, postalCode: '2202', state: 'XX' } }, true)
    expect([status, body.fields]).toEqual([
      400,
      { 'billingAddress.postalCode': 'INVALID', 'billingAddress.state': 'INVALID' },
    ])
  })
  test('the order keeps the address that was sent or the profile’s, whatever changes later', async () => {
    const sent = await tried({ billingAddress: rio }, true)
    const silent = await tried({}, true)
    await context.db`update address set city = 'Campinas'`
    const stored = { ...rio, postalCode: '22021001', number: 'S/N' }
    expect(await findStored(sent.body.workflowId)).toMatchObject({ home: { city: 'São Paulo' }, billing: stored })
    expect((await findStored(silent.body.workflowId))?.billing).toMatchObject({ city: 'São Paulo', number: 'S/N' })
  })
})

describe('invoices of refunded payments', () => {
  test('a refund before the invoice: none is issued', async () => {
    const at = await paid()
    await giveBack(at.id)
    await write()
    expect(await atProvider(at.id)).toEqual([])
    expect(await fetchInvoice(at)).toBeNull()
  })
  test('a refund between the service order and billing: it is not billed', async () => {
    const at = await paid()
    await injectFault('5xx', BILLING)
    await write()
    await context.db`update invoice set billing_at = null where order_id = ${at.id}`
    await giveBack(at.id)
    await minutePasses()
    await write()
    expect(await atProvider(at.id)).toMatchObject([{ billed: 0 }])
    expect((await rowOf(at.id))?.state).toBe('void')
  })
  test('a refund after billing: the invoice is shown as to be cancelled', async () => {
    const at = await paid()
    await write()
    await giveBack(at.id)
    expect(await fetchInvoice(at)).toMatchObject({ state: 'cancelling', number: expect.any(String) })
    const { number } = (await rowOf(at.id)) ?? {}
    expect(await tasksOf(at.id)).toMatchObject([{ kind: 'INVOICE_TO_CANCEL', detail: number, provider: 'omie' }])
  })
  test('partial refunds after billing: the task to cancel appears once everything is refunded', async () => {
    const at = await paid()
    await write()
    const { id: paymentId } = await readAttempt(context, at.id)
    for (const amount of [100, product.price.amount - 100]) {
      expect(await tasksOf(at.id)).toEqual([])
      await context.db.begin((tx) => createPartialRefund(tx, { paymentId, amount, reason: 'DESK' }))
      await refundAttempt(context.services, paymentId)
    }
    expect(await tasksOf(at.id)).toMatchObject([{ kind: 'INVOICE_TO_CANCEL' }])
  })
  test('a service order that a person cancelled at the provider gets no number', async () => {
    const at = await paid()
    await injectFault('5xx', BILLING)
    await write()
    await fetch(`${context.simulatorsUrl}/simulators/omie/cancelled/${at.id}`, { method: 'POST' })
    await minutePasses()
    await write()
    expect((await rowOf(at.id))?.state).toBe('void')
  })
})

describe('a failing provider', () => {
  const steps = [CLIENTS, SERVICES, BILLING]
  const faults = ['5xx', 'truncated', 'malformed', 'wrong-type', 'reset', 'did-it-then-5xx']
  test.each(faults)('%s at each step: one invoice, after a minute each', { tags: ['nightly'] }, async (fault) => {
    const at = await paid()
    for (const path of steps) {
      await injectFault(fault, path)
      await write()
      expect((await rowOf(at.id))?.state).toBe('open')
      // Nothing is sent again before the minute is over.
      const { tries } = (await rowOf(at.id)) ?? {}
      await write()
      expect((await rowOf(at.id))?.tries).toBe(tries)
      await minutePasses()
    }
    await write()
    await minutePasses()
    await write()
    expect(await atProvider(at.id)).toMatchObject([{ billed: 1 }])
    expect(await fetchInvoice(at)).toMatchObject({ state: 'issued' })
  })

  test('a refused invoice waits for a person, and the following ones are issued', async () => {
    const wrong = await paid()
    await context.db`update patient set cpf = '12345678900' where id = ${wrong.patient.patientId}`
    const right = await paid()
    await write()
    expect(await rowOf(wrong.id)).toMatchObject({ state: 'refused', failure: 'Client-1010' })
    expect((await rowOf(right.id))?.state).toBe('issued')
    expect(await fetchInvoice(wrong)).toEqual({ state: 'preparing', number: null })
    // Sent again without a correction it is refused again; after the correction it is issued.
    for (const cpf of ['12345678900', '52998224725']) {
      const [task, ...others] = await tasksOf(wrong.id)
      expect([task, others]).toMatchObject([{ kind: 'INVOICE_REFUSED', detail: 'Client-1010' }, []])
      await context.db`update patient set cpf = ${cpf} where id = ${wrong.patient.patientId}`
      const again = () =>
        context.sendCall(resolveMoneyTask, { id: task?.id ?? '', reason: REFUND_REASON, again: true }, ana)
      expect((await Promise.all([again(), again()])).map(({ status }) => status).sort()).toEqual([200, 409])
      await minutePasses()
      await write()
    }
    expect((await rowOf(wrong.id))?.state).toBe('issued')
    expect(await tasksOf(wrong.id)).toEqual([])
  })

  test('logs have no keys, names, numbers or addresses', async () => {
    const { patient } = await paid()
    await injectFault('wrong-type', CLIENTS)
    await write()
    await minutePasses()
    await context.db`update patient set cpf = '98765432111' where id = ${patient.patientId}`
    await write()
    expect(logLines.length).toBeGreaterThan(1)
    expect(logLines.join('\n')).toMatch(/^the invoicing provider is unavailable {"provider":"omie","error":/m)
    const { appKey, appSecret } = credentials.omie
    for (const secret of [appKey, appSecret, '98765432111', 'Ana']) expect(logLines.join()).not.toContain(secret)
  })
})

test('with concurrent processes the provider gets one request at a time, and each order once', async () => {
  const orders = [await paid(), await paid(), await paid()]
  await Promise.all(Array.from({ length: 5 }, write))
  for (const { id } of orders) expect(await atProvider(id)).toMatchObject([{ billed: 1, number: expect.any(String) }])
})

describe('a process that dies', { tags: ['nightly'] }, () => {
  const killed: PlacedOrder[] = []
  test.each(invoiceFailpoints)('at %s', async (at) => {
    const order = await paid()
    // Makes it the first one due.
    await context.db`update invoice set due_at = '2000-01-01' where order_id = ${order.id}`
    // No test enqueues it: the worker finds it by itself.
    expect(await processes.doomedWorker(at)).toBe('SIGKILL')
    killed.push(order)
  })
  test('each order ends with one invoice', async () => {
    await minutePasses()
    await write()
    await minutePasses()
    await write()
    expect(killed).toHaveLength(invoiceFailpoints.length)
    for (const order of killed) {
      expect(await atProvider(order.id)).toMatchObject([{ billed: 1 }])
      expect(await fetchInvoice(order)).toMatchObject({ state: 'issued' })
    }
  })
})
