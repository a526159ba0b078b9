import { joinWaitlist, listWaitlist } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { getDeskConsultation, getQueue } from '@cuida/core/care/queue/desk-api.ts'
import { getOpenConsultations } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { getRecord } from '@cuida/core/care/record/desk-record-api.ts'
import { getOrder } from '@cuida/core/checkout/order/api.ts'
import { getPayment, listPayments } from '@cuida/core/checkout/payment/payment-api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { getSubscription } from '@cuida/core/subscription/api.ts'
import { expect, test } from 'vitest'
import { productFor } from '../booking/test-people.ts'
import { insertStaffFor } from '../care/test-booked.ts'
import { insertClinician } from '../care/test-people.ts'
import { createPublicAddress, placeTestOrder, readAttempt, runCheckoutJobs } from '../checkout/order/test-orders.ts'
import { createPaidCharge } from '../checkout/subscription/test-desk-charges.ts'
import { readPdfLines } from '../kit/pdf/test-pdf.ts'
import { createTestContext } from '../testing/test-contexts.ts'
import { soldNamesIn } from './sold-names.ts'

const inSpanish = { 'x-locale': 'es-ES' }

const context = await createTestContext({ env: await createPublicAddress() })
const english = await productFor(context, 'scheduled')
const spanish = context.services.content.product(english.id, 'es-ES') ?? english
expect(spanish.name).not.toBe(english.name)

/** An order of a patient who bought in English. */
async function bought() {
  const { id, patient } = await placeTestOrder(context, english, 'good')
  await runCheckoutJobs(context)
  const [row] = await context.db<{ id: string }[]>`select id from consultation where order_id = ${id}`
  return { id, ...patient, consultationId: row?.id ?? '', paymentId: (await readAttempt(context, id)).id }
}

test("a product booked in one language is shown in the reader's language, wherever it is named", async () => {
  const { id, patientId, token, consultationId, paymentId } = await bought()
  await context.sendCall(joinWaitlist, { productId: english.id, patientId }, { token })
  async function namesWith(headers: Record<string, string>) {
    const how = { token, headers }
    const payment = (await context.sendCall(getPayment, { id: paymentId }, how)).body
    return [
      (await context.sendCall(getOrder, { id }, how)).body.product.name,
      (await context.sendCall(listConsultations, { patientId }, how)).body.items[0]?.product.name,
      (await context.sendCall(getConsultation, { patientId, id: consultationId }, how)).body.product.name,
      (await context.sendCall(listPayments, { id: patientId }, how)).body.items[0]?.product.name,
      ...[payment.product.name, payment.lines[0]?.name],
      (await context.sendCall(listWaitlist, {}, how)).body.items[0]?.product.name,
    ]
  }
  expect(await namesWith({})).toEqual(Array(7).fill(english.name))
  expect(await namesWith(inSpanish)).toEqual(Array(7).fill(spanish.name))
})

test('the desk names a product in the language of the staff member: queue, consultation, record and work in progress', async () => {
  const { consultationId, patientId } = await bought()
  const [booking] = await context.db<{ clinicianId: string }[]>`
    select clinician_id as "clinicianId" from consultation where id = ${consultationId}`
  const { token } = await insertStaffFor(context, booking?.clinicianId ?? '')
  const manager = await insertClinician(context, { isClinician: false, role: 'clinical-manager' })
  await context.db`update consultation set starts_at = clock_timestamp(), ends_at = clock_timestamp() + interval '20 minutes'
    where id = ${consultationId}`
  async function namesWith(headers: Record<string, string>) {
    const how = { token, headers }
    const inProgress = (await context.sendCall(getOpenConsultations, {}, { token: manager.token, headers })).body.items
    return [
      (await context.sendCall(getQueue, {}, how)).body.items.find(({ id }) => id === consultationId)?.productName,
      (await context.sendCall(getDeskConsultation, { id: consultationId }, how)).body.productName,
      (await context.sendCall(getRecord, { patientId }, how)).body.consultations[0]?.productName,
      inProgress.find(({ id }) => id === consultationId)?.product.name,
    ]
  }
  expect(await namesWith({})).toEqual(Array(4).fill(english.name))
  expect(await namesWith(inSpanish)).toEqual(Array(4).fill(spanish.name))
})

test("a receipt names the product in the receipt's own language", async () => {
  const { token, paymentId } = await bought()
  await context.db`update account set locale = 'es-ES'`
  const headers = { authorization: `Bearer ${token}` }
  const { rawPayload } = await context.app.inject({ url: `/v1/payments/${paymentId}/receipt`, headers })
  expect((await readPdfLines(rawPayload)).join(' ')).toContain(spanish.name)
})

test('a subscription and its charges have the name of the plan', async () => {
  const { id: subscriptionId, patientId, token } = await createPaidCharge(context)
  const plan = context.services.content.plan('es-ES')?.name
  const how = { token, headers: inSpanish }
  const [paid] = (await context.sendCall(listPayments, { id: patientId }, how)).body.items
  const month = (await context.sendCall(getPayment, { id: paid?.id ?? '' }, how)).body
  const { subscription } = (await context.sendCall(getSubscription, { patientId, subscriptionId }, how)).body
  expect([paid?.product.name, month.lines[0]?.name, subscription?.name]).toEqual([plan, plan, plan])
})

test('a product that was renamed or removed since keeps the name of the day of sale', async () => {
  const nameOf = soldNamesIn(context.services, 'es-ES')
  const { slug } = english
  expect(nameOf({ slug, name: 'Called so last year' })).toBe('Called so last year')
  expect(nameOf({ slug: 'gone', name: english.name })).toBe(english.name)
})
