import { joinWaitlist, listWaitlist } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { getDeskConsultation, getQueue } from '@cuida/core/care/queue/desk-api.ts'
import { getRecord } from '@cuida/core/care/record/desk-record-api.ts'
import { getOpenConsultations } from '@cuida/core/care/rescue/rescue-api.ts'
import { getOrder } from '@cuida/core/checkout/order/api.ts'
import { getPayment, listPayments } from '@cuida/core/checkout/payment/payment-api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { getSubscription } from '@cuida/core/subscription/api.ts'
import { expect, test } from 'vitest'
import { productFor } from '../booking/test-people.ts'
import { staffOf } from '../care/test-booked.ts'
import { insertClinician } from '../care/test-people.ts'
import { paidMonth } from '../checkout/months/test-desk-months.ts'
import { attemptOf, ownAddress, placed, work } from '../checkout/order/test-orders.ts'
import { readPdfLines } from '../kit/pdf/test-pdf.ts'
import { fileWorld } from '../testing/test-worlds.ts'
import { namesIn } from './sold-names.ts'

const inSpanish = { 'x-locale': 'es-ES' }

const world = await fileWorld({ env: await ownAddress() })
const english = await productFor(world, 'scheduled')
const spanish = world.services.content.product(english.id, 'es-ES') ?? english
expect(spanish.name).not.toBe(english.name)

/** Somebody who bought in English. */
async function bought() {
  const { id, patient } = await placed(world, english, 'good')
  await work(world)
  const [row] = await world.db<{ id: string }[]>`select id from consultation where order_id = ${id}`
  return { id, ...patient, consultationId: row?.id ?? '', paymentId: (await attemptOf(world, id)).id }
}

test('what was booked in one language is read in the other, wherever it is named', async () => {
  const { id, patientId, token, consultationId, paymentId } = await bought()
  await world.tell(joinWaitlist, { productId: english.id, patientId }, { token })
  async function namesWith(headers: Record<string, string>) {
    const how = { token, headers }
    const payment = (await world.tell(getPayment, { id: paymentId }, how)).body
    return [
      (await world.tell(getOrder, { id }, how)).body.product.name,
      (await world.tell(listConsultations, { patientId }, how)).body.items[0]?.product.name,
      (await world.tell(getConsultation, { patientId, id: consultationId }, how)).body.product.name,
      (await world.tell(listPayments, { id: patientId }, how)).body.items[0]?.product.name,
      ...[payment.product.name, payment.lines[0]?.name],
      (await world.tell(listWaitlist, {}, how)).body.items[0]?.product.name,
    ]
  }
  expect(await namesWith({})).toEqual(Array(7).fill(english.name))
  expect(await namesWith(inSpanish)).toEqual(Array(7).fill(spanish.name))
})

test('at the desk it is named in the language of who works there: queue, consultation, record and what is in progress', async () => {
  const { consultationId, patientId } = await bought()
  const [booking] = await world.db<{ clinicianId: string }[]>`
    select clinician_id as "clinicianId" from consultation where id = ${consultationId}`
  const { token } = await staffOf(world, booking?.clinicianId ?? '')
  const manager = await insertClinician(world, { isClinician: false, role: 'clinical-manager' })
  await world.db`update consultation set starts_at = clock_timestamp(), ends_at = clock_timestamp() + interval '20 minutes'
    where id = ${consultationId}`
  async function namesWith(headers: Record<string, string>) {
    const how = { token, headers }
    const inProgress = (await world.tell(getOpenConsultations, {}, { token: manager.token, headers })).body.items
    return [
      (await world.tell(getQueue, {}, how)).body.items.find(({ id }) => id === consultationId)?.productName,
      (await world.tell(getDeskConsultation, { id: consultationId }, how)).body.productName,
      (await world.tell(getRecord, { patientId }, how)).body.consultations[0]?.productName,
      inProgress.find(({ id }) => id === consultationId)?.product.name,
    ]
  }
  expect(await namesWith({})).toEqual(Array(4).fill(english.name))
  expect(await namesWith(inSpanish)).toEqual(Array(4).fill(spanish.name))
})

test('a receipt names what was bought in the language that it is written in', async () => {
  const { token, paymentId } = await bought()
  await world.db`update account set locale = 'es-ES'`
  const headers = { authorization: `Bearer ${token}` }
  const { rawPayload } = await world.app.inject({ url: `/v1/payments/${paymentId}/receipt`, headers })
  expect((await readPdfLines(rawPayload)).join(' ')).toContain(spanish.name)
})

test('a plan and its months have the name of the plan', async () => {
  const { id: subscriptionId, patientId, token } = await paidMonth(world)
  const plan = world.services.content.plan('es-ES')?.name
  const how = { token, headers: inSpanish }
  const [paid] = (await world.tell(listPayments, { id: patientId }, how)).body.items
  const month = (await world.tell(getPayment, { id: paid?.id ?? '' }, how)).body
  const { subscription } = (await world.tell(getSubscription, { patientId, subscriptionId }, how)).body
  expect([paid?.product.name, month.lines[0]?.name, subscription?.name]).toEqual([plan, plan, plan])
})

test('what was renamed or taken away since keeps the name of that day', async () => {
  const nameOf = namesIn(world.services, 'es-ES')
  const { slug } = english
  expect(nameOf({ slug, name: 'Called so last year' })).toBe('Called so last year')
  expect(nameOf({ slug: 'gone', name: english.name })).toBe(english.name)
})
