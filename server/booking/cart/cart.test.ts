import { createCart, getCart, updateCart } from '@cuida/core/booking/cart/api.ts'
import { CARTS_AN_HOUR } from '@cuida/core/kit/assumptions.ts'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { releaseExpiredHolds } from '../jobs.ts'
import {
  createSecondProcess,
  listOfferedTimes,
  lockTestSlot,
  newCart,
  newClinician,
  newDependant,
  newPatient,
  productFor,
  SUMMARY,
  type TestPatient,
  validAnswers,
} from '../test-people.ts'

const context = await createTestContext()
const other = closeAfterTests(await createSecondProcess(context))
const product = await productFor(context, 'scheduled')
const ana = await newPatient(context)
const eva = await newPatient(context)

const as = ({ token }: TestPatient) => ({ token })
const NOBODY = '0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a10'

describe('a guest’s cart', () => {
  test('the key is long and random, and not stored in the database [A6.1] [B3.2]', async () => {
    const keys = await Promise.all([newCart(context, undefined, product), newCart(context, undefined, product)])
    expect(keys[0]).toMatch(/^[\w-]{27}$/)
    expect(keys[0]).not.toBe(keys[1])
    const rows = await context.db`select row_to_json(cart)::text as text from cart`
    expect(rows.some(({ text }) => text.includes(keys[0]))).toBe(false)
  })
  test('the guest reads what they saved [A6.1] [B7.5]', async () => {
    const sessionKey = await newCart(context, undefined, product)
    const { status, body } = await context.sendCall(getCart, { sessionKey })
    expect(status).toBe(200)
    expect(body).toMatchObject({ sessionKey, summary: SUMMARY, symptoms: validAnswers(product), schedule: null })
  })
  test('the guest cannot choose a patient', async () => {
    const { status, body } = await context.sendCall(createCart, { productId: product.id, patientId: ana.patientId })
    expect([status, body.code]).toEqual([404, 'PATIENT_NOT_FOUND'])
  })
  test('a caller with an expired session is told so instead of getting a guest’s cart', async () => {
    const formerPatient = await newPatient(context)
    const sessionKey = await newCart(context, formerPatient, product)
    await context.db`update session set ended_at = clock_timestamp(), end_reason = 'logout' where account_id = (
      select account_id from patient where id = ${formerPatient.patientId})`
    const cartInput = { productId: product.id, patientId: formerPatient.patientId }
    const tries = [
      await other.sendCall(createCart, cartInput, as(formerPatient)),
      await other.sendCall(updateCart, { sessionKey, ...cartInput }, as(formerPatient)),
      await other.sendCall(getCart, { sessionKey }, as(formerPatient)),
      await other.sendCall(createCart, cartInput, { token: 'x.y.z' }),
    ]
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    // Calls that need no session answer all the same.
    expect((await other.sendCall(createCart, { productId: product.id }, as(formerPatient))).status).toBe(201)
  })
  test('a guest cannot fill the database with carts [B7.3]', async () => {
    const from = '10.9.8.7'
    await context.sendCall(createCart, { productId: product.id }, { from })
    await context.db`update rate_count set count = ${CARTS_AN_HOUR} where key like 'cart:%'`
    const { status, body, headers } = await context.sendCall(createCart, { productId: product.id }, { from })
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await context.db`delete from rate_count`
  })
})

describe('signing in with a cart', () => {
  test('the patient keeps the cart on every process and becomes its only user [A4.8] [B4.16]', async () => {
    const sessionKey = await newCart(context, undefined, product)
    const cart = await other.sendCall(getCart, { sessionKey }, as(ana))
    expect(cart.body).toMatchObject({ summary: SUMMARY, symptoms: validAnswers(product) })
    for (const how of [as(eva), {}]) {
      const { status, body } = await context.sendCall(getCart, { sessionKey }, how)
      expect([status, body.code]).toEqual([404, 'CART_NOT_FOUND'])
    }
    const change = await context.sendCall(
      updateCart,
      { sessionKey, productId: product.id, summary: 'Not mine' },
      as(eva),
    )
    expect(change.body.code).toBe('CART_NOT_FOUND')
    expect((await context.sendCall(getCart, { sessionKey }, as(ana))).body.summary).toBe(SUMMARY)
  })
  test('of two patients with the same key, one gets the cart', async () => {
    const sessionKey = await newCart(context, undefined, product)
    const both = await Promise.all([
      context.sendCall(getCart, { sessionKey }, as(ana)),
      other.sendCall(getCart, { sessionKey }, as(eva)),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe('answers in a cart', () => {
  const typed = { productId: product.id, summary: 'It is worse at night.' }
  const change = async (sessionKey: string, more: object) =>
    (await context.sendCall(updateCart, { sessionKey, ...typed, ...more }, as(ana))).body
  test('answers without a patient are the holder’s, whether the cart names the holder or nobody', async () => {
    const named = await newCart(context, ana, product)
    expect(await change(named, { answersFor: null })).toMatchObject({ patientId: ana.patientId, ...typed })
    const unnamed = await newCart(context, ana, product, { patientId: undefined })
    expect(await change(unnamed, { answersFor: ana.patientId })).toMatchObject({ patientId: null, ...typed })
  })
  test('answers are dropped when a child becomes the patient, and late ones from another tab are refused', async () => {
    const child = await newDependant(context, ana, '2016-03-01')
    const sessionKey = await newCart(context, ana, product)
    const { body } = await context.sendCall(
      updateCart,
      { sessionKey, productId: product.id, patientId: child },
      as(ana),
    )
    expect(body).toMatchObject({ patientId: child, symptoms: [], summary: null })
    for (const answersFor of [ana.patientId, null])
      expect(await change(sessionKey, { answersFor })).toMatchObject({ patientId: child, summary: null })
    expect(await change(sessionKey, { answersFor: child })).toMatchObject({ patientId: child, ...typed })
  })
})

describe('the patient of a cart', () => {
  test('the patient may be the holder or their child [B1.1]', async () => {
    const child = await newDependant(context, ana, '2015-03-01')
    const sessionKey = await newCart(context, ana, product, { patientId: child })
    const { body } = await context.sendCall(
      updateCart,
      { sessionKey, productId: product.id, patientId: ana.patientId },
      as(ana),
    )
    expect(body.patientId).toBe(ana.patientId)
  })
  test('the patient may not be a child who has come of age [B5.8]', async () => {
    const grown = await newDependant(context, ana, '2001-03-01')
    const { status } = await context.sendCall(createCart, { productId: product.id, patientId: grown }, as(ana))
    expect(status).toBe(404)
  })
  test.each([
    ['another account’s patient', () => eva.patientId],
    ['an unknown patient', () => NOBODY],
  ])('the patient may not be %s', async (_, patientId) => {
    const sessionKey = await newCart(context, ana, product)
    const input = { sessionKey, productId: product.id, patientId: patientId() }
    const { status, body } = await context.sendCall(updateCart, input, as(ana))
    expect([status, body.code]).toEqual([404, 'PATIENT_NOT_FOUND'])
  })
})

describe('changing a cart', () => {
  test('20 concurrent changes over two processes lose nothing [B4.15] [B7.4]', async () => {
    const sessionKey = await newCart(context, ana, product, { symptoms: [], summary: undefined, patientId: null })
    const answers = validAnswers(product).map((answer) => ({ symptoms: [answer] }))
    const changes = [
      ...answers,
      { summary: SUMMARY },
      { patientId: ana.patientId },
      { ageConfirmed: true },
      { contactMethod: 'phone' as const },
    ]
    const padded = Array.from({ length: 20 }, (_, i) => changes[i % changes.length] ?? {})
    const result = await Promise.all(
      padded.map((change, i) =>
        (i % 2 ? context : other).sendCall(updateCart, { sessionKey, productId: product.id, ...change }, as(ana)),
      ),
    )
    expect(result.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await context.sendCall(getCart, { sessionKey }, as(ana))).body).toMatchObject({
      symptoms: validAnswers(product),
      summary: SUMMARY,
      patientId: ana.patientId,
      ageConfirmed: true,
      contactMethod: 'phone',
    })
  })
  test('choosing on-demand care releases the held time', async () => {
    const clinicianId = await newClinician(context, product)
    const sessionKey = await newCart(context, ana, product)
    const [time] = await listOfferedTimes(context, clinicianId, product)
    if (!time) throw new Error('nobody offers a time')
    await lockTestSlot(context, ana, { id: clinicianId, productId: product.id, sessionKey, ...time })
    const held = await context.sendCall(getCart, { sessionKey }, as(ana))
    expect(held.body).toMatchObject({ schedule: time, clinicianId })
    const { body } = await context.sendCall(
      updateCart,
      { sessionKey, productId: product.id, clinicianId: null },
      as(ana),
    )
    expect(body).toMatchObject({ schedule: null, lockedAt: null, clinicianId: null })
    expect(await listOfferedTimes(context, clinicianId, product)).toContainEqual(time)
  })
  test('an unknown product is not found', async () => {
    const sessionKey = await newCart(context, ana, product)
    const result = [
      await context.sendCall(createCart, { productId: 'nothing' }),
      await context.sendCall(updateCart, { sessionKey, productId: 'nothing' }, as(ana)),
    ]
    expect(result.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'PRODUCT_NOT_FOUND'],
      [404, 'PRODUCT_NOT_FOUND'],
    ])
  })
  test('a card number is refused in every field, even in one that is not saved', async () => {
    const sessionKey = await newCart(context, ana, product)
    const card = '4444 4444 4444 4422'
    const bodies = [{ summary: `Please charge ${card}` }, { cardNumber: card }]
    for (const body of bodies) {
      const input = { sessionKey, productId: product.id, ...body }
      expect((await context.sendCall(updateCart, input, as(ana))).body.code).toBe('CARD_NUMBER_REFUSED')
      expect((await context.sendCall(createCart, { productId: product.id, ...body })).body.code).toBe(
        'CARD_NUMBER_REFUSED',
      )
    }
    expect((await context.sendCall(getCart, { sessionKey }, as(ana))).body.summary).toBe(SUMMARY)
  })
})

describe('a day after the last change', () => {
  const age = (seconds: number) =>
    context.db`update cart set changed_at = clock_timestamp() - interval '24 hours' + make_interval(secs => ${seconds})`

  test('the cart has expired, but not one second earlier', async () => {
    const sessionKey = await newCart(context, ana, product)
    await age(1)
    expect((await context.sendCall(getCart, { sessionKey }, as(ana))).status).toBe(200)
    await age(0)
    const read = await context.sendCall(getCart, { sessionKey }, as(ana))
    expect([read.status, read.body.code]).toEqual([409, 'CART_EXPIRED'])
    const change = await context.sendCall(updateCart, { sessionKey, productId: product.id }, as(ana))
    expect(change.body.code).toBe('CART_EXPIRED')
  })
  test('the answers in the cart are deleted', async () => {
    const expiredCart = await newCart(context, undefined, product)
    const fresh = await newCart(context, undefined, product)
    await age(0)
    await context.sendCall(updateCart, { sessionKey: fresh, productId: product.id })
    const young = await newCart(context, undefined, product)
    await releaseExpiredHolds(context.services)
    const rows = await context.db`select summary, symptoms from cart where summary is not null`
    expect(rows).toHaveLength(1)
    expect((await context.sendCall(getCart, { sessionKey: young })).body.summary).toBe(SUMMARY)
    expect((await context.sendCall(getCart, { sessionKey: expiredCart })).body.code).toBe('CART_EXPIRED')
  })
})
