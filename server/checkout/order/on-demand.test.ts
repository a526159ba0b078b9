import { nextOpening } from '@cuida/core/catalogue/hours.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createSecondProcess,
  newCart,
  newClinician,
  newPatient,
  productFor,
  type TestPatient,
} from '../../booking/test-people.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { createPublicAddress, orderWithCard, readConsultation, readOrder, runCheckoutJobs } from './test-orders.ts'

const context = await createTestContext({ env: await createPublicAddress() })
const other = closeAfterTests(await createSecondProcess(context))
const onDemand = await productFor(context, 'onDemand')
await newClinician(context, onDemand)
afterEach(() => {
  context.services.now = () => new Date()
  other.services.now = context.services.now
})

describe('on-demand care [B1.4]', () => {
  const openNow = () => {
    const opens = nextOpening(onDemand.workingHours, context.services.config, new Date())
    context.services.now = () => opens ?? new Date()
    other.services.now = context.services.now
  }
  const cartOf = async (patient: TestPatient) => ({
    patient,
    product: onDemand,
    sessionKey: await newCart(context, patient, onDemand, { ageConfirmed: true }),
  })

  test('consultations are queued in the order of payment', async () => {
    openNow()
    const at = await cartOf(await newPatient(context))
    const placed = await orderWithCard(context, at, 'good')
    await runCheckoutJobs(context)
    expect(await readOrder(context, at.patient, placed.body.workflowId)).toMatchObject({
      status: 'ACTIVE',
      consultations: [{ startTime: null }],
    })
    expect(await readConsultation(context, placed.body.workflowId)).toMatchObject({
      type: 'on-demand',
      status: 'QUEUED',
      queued_at: expect.any(Date),
      clinician_id: null,
    })
  })
  test('a patient waits once: a second cart is refused, also concurrently', async () => {
    openNow()
    const patient = await newPatient(context)
    const one = await cartOf(patient)
    const two = await cartOf(patient)
    const both = await Promise.all([orderWithCard(context, one, 'good'), orderWithCard(other, two, 'good')])
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('ALREADY_WAITING')
    await runCheckoutJobs(context)
    expect(statusAndCodeOf(await orderWithCard(context, await cartOf(patient), 'good'))).toEqual([
      409,
      'ALREADY_WAITING',
    ])
  })
  test('on-demand care needs a confirmed age [B5.3]', async () => {
    openNow()
    const patient = await newPatient(context)
    const sessionKey = await newCart(context, patient, onDemand)
    const result = await orderWithCard(context, { patient, product: onDemand, sessionKey }, 'good')
    expect(statusAndCodeOf(result)).toEqual([409, 'CART_INCOMPLETE'])
    expect(result.body.fields).toEqual({ ageConfirmed: 'REQUIRED' })
  })
  test('on-demand care is not sold while the service is closed [B8.1]', async () => {
    const patient = await newPatient(context)
    const hours = (entries: object[]) => ({ ...onDemand, workingHours: entries })
    const day = (closed: boolean) =>
      ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((name) => ({
        day: name,
        closed,
        startTime: closed ? null : '03:00',
        endTime: closed ? null : '03:01',
      }))
    const { content } = context.services
    const product = content.product
    context.services.now = () => new Date('2026-11-23T12:00:00Z')
    const at = await cartOf(patient)
    for (const [closed, code] of [
      [false, 'OUT_OF_HOURS'],
      [true, 'CLOSE'],
    ] as const) {
      content.product = () => hours(day(closed)) as Product
      expect(statusAndCodeOf(await orderWithCard(context, at, 'good'))).toEqual([409, code])
    }
    content.product = product
  })
})
