import { cancelOrder } from '@cuida/core/care/booked/booked-api.ts'
import { cancelPix, renewPix } from '@cuida/core/checkout/order/api.ts'
import { describe, expect, test } from 'vitest'
import { createSecondProcess, newPatient, type TestPatient } from '../../booking/test-people.ts'
import { sponsorPatient } from '../../invite/test-invitations.ts'
import { closeAfterTests } from '../../testing/test-contexts.ts'
import { compareTotals, readOrder, readOrderMoney, runCheckoutJobs, runScheduledJobs } from '../order/test-orders.ts'
import {
  actAtBank,
  advancePixTime,
  createPixContext,
  endTestPix,
  fetchProviderPayment,
  openPix,
  placePixOrder,
  planPixFault,
  renewTestPix,
  sendCall,
} from './test-pix.ts'

const MINUTE = 60
const { context, product } = await createPixContext()
const other = closeAfterTests(await createSecondProcess(context))

describe('another Pix code', () => {
  test('after an expired code, another one is a new order for the same slot, and the same for repeated requests', async () => {
    const at = await openPix(context, product)
    expect((await renewTestPix(context, at)).body.workflowId).toBe(at.id)
    await advancePixTime(context, 30 * MINUTE)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => renewTestPix(i % 2 ? context : other, at)))
    const ids = new Set(answers.map(({ body }) => body.workflowId))
    expect([ids.size, ids.has(at.id)]).toEqual([1, false])
    await runCheckoutJobs(context)
    const [id = ''] = ids
    const renewed = await readOrder(context, at.patient, id)
    expect(renewed).toMatchObject({ status: 'PENDING', amount: product.price.amount })
    await actAtBank(context, id, 'pay')
    await advancePixTime(context, 20)
    expect(await readOrder(context, at.patient, id)).toMatchObject({
      status: 'ACTIVE',
      consultations: [{ startTime: at.time.startTime }],
    })
  })
  test('while a code is open, another one comes only after the provider has cancelled the first', async () => {
    const at = await openPix(context, product)
    await planPixFault(context, '5xx', 'PUT ')
    expect((await endTestPix(context, at)).status).toBe(202)
    expect((await at.read()).pix).toBeNull()
    await expect(runCheckoutJobs(context)).rejects.toMatchObject({ name: 'ProviderDown' })
    expect((await renewTestPix(context, at)).body.workflowId).toBe(at.id)
    await advancePixTime(context, 20)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'CANCELLED' })
    expect(await fetchProviderPayment(context, at.id)).toMatchObject({ status: 'cancelled' })
    const { body } = await renewTestPix(context, at)
    expect(body.workflowId).not.toBe(at.id)
  })
  test('when the first code is paid all the same, one payment is kept and the other refunded', async () => {
    const at = await openPix(context, product)
    await endTestPix(context, at)
    await runCheckoutJobs(context)
    const second = (await renewTestPix(context, at)).body.workflowId
    await runCheckoutJobs(context)
    await actAtBank(context, at.id, 'payLate')
    await actAtBank(context, second, 'pay')
    await Promise.all([sendCall(context, at.id), advancePixTime(context, 20)])
    await runScheduledJobs(context)
    expect(await readOrder(context, at.patient, second)).toMatchObject({ status: 'ACTIVE', refundAmount: 0 })
    expect(await at.read()).toMatchObject({ status: 'FAILED', refundAmount: product.price.amount })
    const first = await readOrderMoney(context, at.id)
    const money = await readOrderMoney(context, second)
    expect([first.charged, first.refunded]).toEqual([[product.price.amount], [product.price.amount]])
    expect([money.charged, money.refunded]).toEqual([[product.price.amount], []])
  })
  test('an order that is given up before its first code was made asks for no money', async () => {
    const at = await placePixOrder(context, product)
    await endTestPix(context, at)
    await runCheckoutJobs(context)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'CANCELLED' })
  })
  test('a paid order stays the same order, and ending its Pix changes nothing', async () => {
    const at = await openPix(context, product)
    await actAtBank(context, at.id, 'pay')
    await advancePixTime(context, 20)
    await endTestPix(context, at)
    await runCheckoutJobs(context)
    expect((await renewTestPix(context, at)).body.workflowId).toBe(at.id)
    expect((await at.read()).status).toBe('ACTIVE')
  })
  test('a changed price is refused until it is shown', async () => {
    const at = await openPix(context, product)
    await endTestPix(context, at)
    await runCheckoutJobs(context)
    await sponsorPatient(context, at.patient.patientId, product.id, 10)
    const result = await renewTestPix(context, at)
    expect([result.status, result.body.code]).toEqual([409, 'PRICE_CHANGED'])
  })
  test('when the slot is gone the patient chooses another', async () => {
    const at = await openPix(context, product)
    await endTestPix(context, at)
    await runCheckoutJobs(context)
    await context.db`update slot_hold set expires_at = clock_timestamp() where clinician_id = ${at.clinicianId}`
    const result = await renewTestPix(context, at)
    expect([result.status, result.body.code]).toEqual([409, 'SLOT_LOCK_EXPIRED'])
  })
  test.each([
    ['end', cancelPix],
    ['renew', renewPix],
  ] as const)('a patient cannot %s another account’s Pix', async (_, call) => {
    const at = await openPix(context, product)
    const result = await context.sendCall(call, { id: at.id }, await newPatient(context))
    expect([result.status, result.body.code]).toEqual([404, 'ORDER_NOT_FOUND'])
    expect((await at.read()).status).toBe('PENDING')
  })
})

describe('a booking cancelled while its Pix code is open', () => {
  const cancel = ({ id, patient }: { id: string; patient: TestPatient }) =>
    context.sendCall(cancelOrder, { id, reason: 'Changed my mind' }, patient)

  test('the booking ends at once, and so does the code at the provider', async () => {
    const at = await openPix(context, product)
    expect(await cancel(at)).toMatchObject({ status: 200, body: { refundAmount: 0 } })
    expect(await at.read()).toMatchObject({ status: 'FAILED', pix: null })
    expect(await fetchProviderPayment(context, at.id)).toMatchObject({
      status: 'cancelled',
      status_detail: 'by_collector',
    })
  })
  test('while the provider is unavailable, the code ends as soon as it is back', async () => {
    const at = await openPix(context, product)
    await planPixFault(context, '5xx', 'PUT ')
    expect((await cancel(at)).status).toBe(200)
    expect(await fetchProviderPayment(context, at.id)).toMatchObject({ status: 'pending' })
    await runCheckoutJobs(context)
    expect(await fetchProviderPayment(context, at.id)).toMatchObject({ status: 'cancelled' })
  })
  test('a code that is paid while the provider is unavailable is refunded', async () => {
    const at = await openPix(context, product)
    await planPixFault(context, '5xx', 'PUT ')
    await cancel(at)
    await actAtBank(context, at.id, 'pay')
    await runCheckoutJobs(context)
    expect(await at.read()).toMatchObject({ status: 'FAILED', refundAmount: product.price.amount })
  })
})

test('our books and the provider’s agree to the cent', async () => {
  const { ours, theirs } = await compareTotals(context)
  expect(ours).toEqual(theirs)
})
