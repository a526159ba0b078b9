import { getOrder } from '@cuida/core/checkout/order/api.ts'
import { isPixCode } from '@cuida/core/checkout/pix/pix.ts'
import { PIX_CODES_AN_HOUR } from '@cuida/core/kit/assumptions.ts'
import { describe, expect, test } from 'vitest'
import { createSecondProcess, listOfferedTimes, newPatient, productFor } from '../../booking/test-people.ts'
import { startTestContext } from '../../testing/test-context.ts'
import { closeAfterTests } from '../../testing/test-contexts.ts'
import {
  compareTotals,
  createCheckout,
  createPublicAddress,
  orderWithCard,
  readConsultation,
  readOrder,
  readOrderMoney,
  readSlotHold,
  runCheckoutJobs,
} from '../order/test-orders.ts'
import {
  actAtBank,
  advancePixTime,
  createPixContext,
  endTestPix,
  fetchProviderPayment,
  insertPayer,
  minutesLeft,
  openPix,
  orderByPix,
  placePixOrder,
  renewTestPix,
  TEST_CPF,
} from './test-pix.ts'

const MINUTE = 60
const { context, product } = await createPixContext()
const other = closeAfterTests(await createSecondProcess(context))

describe('a Pix', () => {
  test('the order has a code for half an hour, and so has its slot', async () => {
    const at = await placePixOrder(context, product)
    expect(await at.read()).toMatchObject({ status: 'PROCESSING', pix: null, paymentMethodType: 'PIX' })
    await runCheckoutJobs(context)
    const order = await at.read()
    expect(order).toMatchObject({ status: 'PENDING', challengeUrl: null, maskedCardNumber: null })
    expect(isPixCode(order.pix?.code)).toBe(true)
    expect(await minutesLeft(at)).toBeCloseTo(30, 0)
    expect((await readSlotHold(context, at.id))?.state).toBe('paying')
    expect(await listOfferedTimes(context, at.clinicianId, product)).not.toContainEqual(at.time)
    expect(await readConsultation(context, at.id)).toMatchObject({ status: 'PENDING' })
    expect((await readOrderMoney(context, at.id)).charged).toEqual([])
  })
  test('the provider gets the payer, and an expiry two minutes after our own', async () => {
    const at = await openPix(context, product)
    const { payer, date_of_expiration, transaction_amount } = await fetchProviderPayment(context, at.id)
    const [patient] = await context.db`select cpf from patient where id = ${at.patient.patientId}`
    expect(payer).toMatchObject({ first_name: 'Ana', identification: { type: 'CPF', number: patient?.cpf } })
    expect(transaction_amount).toBe(product.price.amount / 100)
    const ownExpiry = Date.parse((await at.read()).pix?.expiresAt ?? '')
    expect(Math.round((Date.parse(String(date_of_expiration)) - ownExpiry) / 1000)).toBe(2 * MINUTE)
  })
  test('another person may pay, whose CPF is stored only until the end', async () => {
    const at = await createCheckout(context, product, { patient: await insertPayer(context) })
    const { body } = await orderByPix(context, at, { paymentMethodInfo: { type: 'PIX', cpf: '529.982.247-25' } })
    await runCheckoutJobs(context)
    const { payer } = await fetchProviderPayment(context, body.workflowId)
    expect(payer).toMatchObject({ identification: { number: '52998224725' } })
    await actAtBank(context, body.workflowId, 'pay')
    await advancePixTime(context, 20)
    const [attempt] = await context.db`select token, pix_code from payment_attempt where order_id = ${body.workflowId}`
    expect(attempt).toEqual({ token: null, pix_code: null })
  })
  test('only the owner sees the code', async () => {
    const at = await openPix(context, product)
    const stranger = await context.sendCall(getOrder, { id: at.id }, await newPatient(context))
    expect([stranger.status, stranger.body.code]).toEqual([404, 'ORDER_NOT_FOUND'])
  })
  test('a paid code books the slot, and the waiting patient’s poll finds it [A1.5] [B1.5]', async () => {
    const at = await openPix(context, product)
    await actAtBank(context, at.id, 'pay')
    await context.db`update payment_attempt set checked_at = checked_at - interval '6 seconds',
      changed_at = changed_at - interval '6 seconds' where order_id = ${at.id}`
    await at.read()
    await runCheckoutJobs(context)
    expect(await at.read()).toMatchObject({ status: 'ACTIVE', pix: null })
    expect(await readConsultation(context, at.id)).toMatchObject({ status: 'QUEUED' })
    expect((await readSlotHold(context, at.id))?.state).toBe('booked')
    expect((await readOrderMoney(context, at.id)).charged).toEqual([product.price.amount])
  })
  test('twenty concurrent requests over two processes make one order with one code', async () => {
    const at = await createCheckout(context, product, { patient: await insertPayer(context) })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => orderByPix(i % 2 ? context : other, at)))
    expect(new Set(answers.map(({ body }) => body.workflowId)).size).toBe(1)
    await Promise.all([runCheckoutJobs(context), runCheckoutJobs(other)])
    expect(await context.db`select 1 from care_order where account_id = ${at.patient.accountId}`).toHaveLength(1)
  })
})

describe('a refused Pix', () => {
  test('a partner without Pix refuses it [B8.7]', async () => {
    const spain = await startTestContext({ demo: false, env: await createPublicAddress() })
    const at = await createCheckout(spain, await productFor(spain, 'scheduled'))
    const { status, body } = await orderByPix(spain, at, { paymentMethodInfo: { type: 'PIX', cpf: TEST_CPF } })
    expect([status, body.code]).toEqual([409, 'PIX_DISABLED'])
    expect((await orderWithCard(spain, at, 'good')).status).toBe(202)
    await spain.close()
  })
  test.each([
    ['with an invalid CPF', '12345678900', 'INVALID'],
    ['without a CPF', undefined, 'REQUIRED'],
  ])('a Pix %s is refused, and the slot stays held', async (_, cpf, problem) => {
    const at = await createCheckout(context, product)
    const { status, body } = await orderByPix(context, at, { paymentMethodInfo: { type: 'PIX', cpf } })
    expect([status, body]).toMatchObject([400, { code: 'INVALID', fields: { 'paymentMethodInfo.cpf': problem } }])
    expect((await orderWithCard(context, at, 'good')).status).toBe(202)
  })
  test('after a dozen codes in an hour the next one is refused, with the time to wait', async () => {
    const at = await openPix(context, product)
    let last = at.id
    for (let codes = 1; codes < PIX_CODES_AN_HOUR; codes++) {
      await endTestPix(context, { ...at, id: last })
      await runCheckoutJobs(context)
      last = (await renewTestPix(context, { ...at, id: last })).body.workflowId
      await runCheckoutJobs(context)
    }
    await endTestPix(context, { ...at, id: last })
    await runCheckoutJobs(context)
    const result = await renewTestPix(context, { ...at, id: last })
    expect([result.status, result.body.code]).toEqual([429, 'RATE_LIMITED'])
  })
  test('a code that the provider refuses leaves the slot with the patient, who pays by card', async () => {
    const at = await openPix(context, product, await insertPayer(context, 'SEMPIX'))
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'PIX_DISABLED', pix: null })
    const card = await orderWithCard(context, at, 'good')
    await runCheckoutJobs(context)
    expect((await readOrder(context, at.patient, card.body.workflowId)).status).toBe('ACTIVE')
  })
  test('a payment that the payer’s bank refuses fails the order', async () => {
    const at = await openPix(context, product)
    await actAtBank(context, at.id, 'fail')
    await advancePixTime(context, 20)
    expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'DECLINED' })
    expect((await readSlotHold(context, at.id))?.state).toBe('held')
  })
})

test('a code that no bank would accept is not shown, and is cancelled at the provider [B4.29]', async () => {
  const at = await openPix(context, product, await insertPayer(context, 'QRRUIM'))
  expect(await at.read()).toMatchObject({ status: 'FAILED', failureReason: 'PIX_INVALID', pix: null })
  expect(await fetchProviderPayment(context, at.id)).toMatchObject({ status: 'cancelled' })
  expect((await readSlotHold(context, at.id))?.state).toBe('held')
})

test('our books and the provider’s agree to the cent', async () => {
  const { ours, theirs } = await compareTotals(context)
  expect(ours).toEqual(theirs)
})
