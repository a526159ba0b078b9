import { updateCart } from '@cuida/core/booking/cart/api.ts'
import { describe, expect, test } from 'vitest'
import {
  completeAnswers,
  newDependant,
  newPatient,
  productForChildren,
  SUMMARY,
  validAnswers,
} from '../../booking/test-people.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { createCheckout, orderWithCard, readAnswers } from './test-orders.ts'

const { context, product } = await createCheckoutContext()

describe('refused orders', () => {
  test('a cart of another account is refused', async () => {
    const at = await createCheckout(context, product)
    const stranger = await newPatient(context)
    expect(statusAndCodeOf(await orderWithCard(context, { ...at, patient: stranger }, 'good'))).toEqual([
      404,
      'CART_NOT_FOUND',
    ])
  })
  test('a patient of another account, or one without the cart’s answers, is refused [B6.2]', async () => {
    const at = await createCheckout(context, product)
    const stranger = await newPatient(context)
    const foreign = await orderWithCard(context, at, 'good', { patientId: stranger.patientId })
    expect(statusAndCodeOf(foreign)).toEqual([404, 'PATIENT_NOT_FOUND'])
    const patient = await newPatient(context)
    const child = await newDependant(context, patient, '2015-03-01')
    const other = await newDependant(context, patient, '2016-03-01')
    const kids = await productForChildren(context)
    const forChild = await createCheckout(context, kids, { patient: { ...patient, patientId: child } })
    expect(statusAndCodeOf(await orderWithCard(context, forChild, 'good', { patientId: other }))).toEqual([
      409,
      'ANSWERS_FOR_ANOTHER',
    ])
    await context.db`update cart set patient_id = null where account_id = ${patient.accountId}`
    expect(statusAndCodeOf(await orderWithCard(context, forChild, 'good', { patientId: child }))).toEqual([
      409,
      'ANSWERS_FOR_ANOTHER',
    ])
    const input = { patientId: child, ...completeAnswers(kids) }
    expect((await orderWithCard(context, forChild, 'good', input)).status).toBe(202)
  })
  test('a product other than the cart’s is refused', async () => {
    const at = await createCheckout(context, product)
    expect(statusAndCodeOf(await orderWithCard(context, at, 'good', { productId: 'nothing' }))).toEqual([
      404,
      'PRODUCT_NOT_FOUND',
    ])
    const other = context.services.content.products('en').find(({ active, id }) => active && id !== product.id)
    expect(statusAndCodeOf(await orderWithCard(context, at, 'good', { productId: other?.id }))).toEqual([
      404,
      'PRODUCT_NOT_FOUND',
    ])
    expect(await context.db`select 1 from care_order where account_id = ${at.patient.accountId}`).toHaveLength(0)
  })
  test('an incomplete cart is refused with all missing fields [B7.10]', async () => {
    const at = await createCheckout(context, product)
    await context.db`
      update cart set symptoms = '[]', summary = 'short', contact_method = null where account_id = ${at.patient.accountId}`
    const result = await orderWithCard(context, at, 'good')
    expect(statusAndCodeOf(result)).toEqual([409, 'CART_INCOMPLETE'])
    expect(result.body.fields).toMatchObject({ summary: 'TOO_SHORT' })
    for (const { key, required, askedWhen } of product.symptomCollector)
      if (required && !askedWhen) expect(result.body.fields).toHaveProperty(`symptoms.${key}`, 'REQUIRED')
  })
  test('a product with prescriptions is refused without answers on allergies and medicines', async () => {
    const prescribing = context.services.content.product('general-consultation', 'en') ?? product
    const at = await createCheckout(context, prescribing)
    await context.db`update cart set symptoms = '[]' where account_id = ${at.patient.accountId}`
    const answers = (allergies: object[]) => ({
      summary: SUMMARY,
      symptoms: [...validAnswers(prescribing).filter(({ questionId }) => !/allergies/.test(questionId)), ...allergies],
    })
    const yes = { questionId: 'allergies', answer: 'yes' }
    const silent = await orderWithCard(context, at, 'good', answers([]))
    expect([statusAndCodeOf(silent), silent.body.fields]).toEqual([
      [409, 'CART_INCOMPLETE'],
      { 'symptoms.allergies': 'REQUIRED' },
    ])
    const vague = await orderWithCard(context, at, 'good', answers([yes]))
    expect([statusAndCodeOf(vague), vague.body.fields]).toEqual([
      [409, 'CART_INCOMPLETE'],
      { 'symptoms.which-allergies': 'REQUIRED' },
    ])
    const which = { questionId: 'which-allergies', answer: 'Penicillin' }
    expect((await orderWithCard(context, at, 'good', answers([yes, which]))).status).toBe(202)
    expect(await readAnswers(context, at.patient.accountId)).toContainEqual({ ...which, about: 'allergies' })
  })
  test('a question for other patients needs no answer, and the answer of a former guest is dropped', async () => {
    const assessment = context.services.content.product('medical-weight-assessment', 'en') ?? product
    const at = await createCheckout(context, assessment)
    const unanswered = validAnswers(assessment).filter(({ questionId }) => questionId !== 'pregnancy')
    await context.db`
      update cart set symptoms = ${JSON.stringify(unanswered)}::text::jsonb where account_id = ${at.patient.accountId}`
    const young = await orderWithCard(context, at, 'good')
    expect([statusAndCodeOf(young), young.body.fields]).toEqual([
      [409, 'CART_INCOMPLETE'],
      { 'symptoms.pregnancy': 'REQUIRED' },
    ])
    await context.db`update patient set date_of_birth = '1958-01-01' where id = ${at.patient.patientId}`
    expect((await orderWithCard(context, at, 'good', completeAnswers(assessment))).status).toBe(202)
    expect(JSON.stringify(await readAnswers(context, at.patient.accountId))).not.toContain('pregnancy')
  })
  test('a priced order without a card is refused', async () => {
    const at = await createCheckout(context, product)
    const result = await orderWithCard(context, at, undefined)
    expect(statusAndCodeOf(result)).toEqual([400, 'INVALID'])
    expect(result.body.fields).toEqual({ cardToken: 'REQUIRED' })
    expect((await orderWithCard(context, at, 'good')).status).toBe(202)
  })
  test('an order with a card number in any field is refused', async () => {
    const at = await createCheckout(context, product)
    const hiding = [
      { cardToken: '4444444444444422' },
      { cardNumber: '4444 4444 4444 4422' },
      { paymentMethodInfo: { type: 'CARD_FIRST_PAYMENT', card: { number: 4444444444444422 } } },
      { summary: 'My card is 4444-4444-4444-4422, thank you.' },
    ]
    for (const body of hiding)
      expect(statusAndCodeOf(await orderWithCard(context, at, 'good', body))).toEqual([400, 'CARD_NUMBER_REFUSED'])
    expect(await context.db`select 1 from care_order where account_id = ${at.patient.accountId}`).toHaveLength(0)
  })
  test('an expired slot is refused, also after another patient took it [B4.18] [B8.4]', async () => {
    const at = await createCheckout(context, product)
    await context.db`
      update slot_hold set expires_at = clock_timestamp() where clinician_id = ${at.clinicianId} and state = 'held'`
    expect(statusAndCodeOf(await orderWithCard(context, at, 'good'))).toEqual([409, 'SLOT_LOCK_EXPIRED'])
    await createCheckout(context, product, { clinicianId: at.clinicianId })
    expect(statusAndCodeOf(await orderWithCard(context, at, 'good'))).toEqual([409, 'SLOT_LOCK_EXPIRED'])
    expect(
      await context.db`select 1 from payment_attempt a join care_order o on o.id = a.order_id
      where o.account_id = ${at.patient.accountId}`,
    ).toHaveLength(0)
  })
  test('an order without a held slot is refused [B8.4]', async () => {
    const at = await createCheckout(context, product)
    await context.db`update slot_hold set state = 'released', expires_at = null where clinician_id = ${at.clinicianId}`
    expect(statusAndCodeOf(await orderWithCard(context, at, 'good'))).toEqual([409, 'SLOT_LOCK_NOT_FOUND'])
  })
  test('a cart that is a day old is refused [B8.4]', async () => {
    const at = await createCheckout(context, product)
    await context.db`
      update cart set changed_at = clock_timestamp() - interval '24 hours' where account_id = ${at.patient.accountId}`
    expect(statusAndCodeOf(await orderWithCard(context, at, 'good'))).toEqual([409, 'CART_EXPIRED'])
  })
  test('a patient outside the product’s age range is refused; the child of the same account may order', async () => {
    const kids = context.services.content.product('childrens-consultation', 'en')
    if (!kids) throw new Error('the partner has no product for children')
    const patient = await newPatient(context)
    const adult = await createCheckout(context, kids, { patient })
    expect(statusAndCodeOf(await orderWithCard(context, adult, 'good'))).toEqual([409, 'AGE_NOT_SERVED'])
    const child = await newDependant(context, patient, '2015-03-01')
    await context.sendCall(
      updateCart,
      { sessionKey: adult.sessionKey, productId: kids.id, patientId: child, ...completeAnswers(kids) },
      { token: patient.token },
    )
    expect((await orderWithCard(context, adult, 'good', { patientId: child })).status).toBe(202)
  })
})
