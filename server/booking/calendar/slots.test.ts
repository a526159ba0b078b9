import { createCart, getCart, listProductSlots, listSlots, lockSlot, unlockSlot } from '@cuida/core/booking/cart/api.ts'
import { findClinicianById, listProductClinicians } from '@cuida/core/catalogue/api.ts'
import { dayAfter, localTime } from '@cuida/core/kit/zone.ts'
import { describe, expect, test } from 'vitest'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import {
  listOfferedTimes,
  lockTestSlot,
  newCart,
  newClinician,
  newPatient,
  productFor,
  type TestPatient,
} from '../test-people.ts'

const context = await createTestContext()
const product = await productFor(context, 'scheduled')
const ana = await newPatient(context)
const eva = await newPatient(context)
const clinicianId = await newClinician(context, product)

const as = ({ token }: TestPatient) => ({ token })
const NOBODY = '0b8a9c5e-2f4d-4c7b-9a41-6f2f3f8f7a10'
const tomorrow = dayAfter(localTime('UTC', new Date()).day)
const lockInput = async (sessionKey: string, index = 0, id = clinicianId) => {
  const time = (await listOfferedTimes(context, id, product))[index]
  if (!time) throw new Error('the clinician has no free slot')
  return { id, productId: product.id, sessionKey, ...time }
}
const holds = () =>
  context.db<{ state: string }[]>`select state from slot_hold where clinician_id = ${clinicianId} order by locked_at`

describe('clinicians [B1.4] [B4.17]', () => {
  test('clinicians are described in the reader’s language [B2.6]', async () => {
    const read = async (locale: string) =>
      (await context.sendCall(findClinicianById, { id: clinicianId }, { headers: { 'x-locale': locale } })).body
    expect((await read('es-ES')).specialty).toBe('Medicina general')
    expect((await read('en-US')).specialty).toBe('General medicine')
    expect((await read('pt-BR')).specialty).toBe('General medicine')
  })
  test('an unknown clinician is not found [B7.8]', async () => {
    expect(statusAndCodeOf(await context.sendCall(findClinicianById, { id: NOBODY }))).toEqual([
      404,
      'CLINICIAN_NOT_FOUND',
    ])
  })
  test('clinicians of a product are sorted by the first free time, those without one last', async () => {
    const late = await newClinician(context, product)
    const never = await newClinician(context, product)
    await context.db`delete from clinician_hours where clinician_id = ${never}`
    await context.db`
      insert into clinician_exception (clinician_id, day)
      select ${late}, (clock_timestamp() at time zone 'utc')::date + n from generate_series(0, 2) n`
    const { body } = await context.sendCall(listProductClinicians, { slug: product.slug })
    expect(body.items.map(({ id }) => id)).toEqual([clinicianId, late, never])
    expect(body.items.at(-1)?.nextFree).toBeNull()
    const nearest = (await listOfferedTimes(context, late, product, 4))[0]
    expect(body.items[1]?.nextFree).toBe(nearest?.startTime)
  })
  test('clinicians of an unknown product are not found', async () => {
    expect(statusAndCodeOf(await context.sendCall(listProductClinicians, { slug: 'nothing' }))).toEqual([
      404,
      'PRODUCT_NOT_FOUND',
    ])
  })
})

describe('the calendar of a product', () => {
  const days = { from: tomorrow, to: tomorrow }
  const slotsOf = async (slug: string, headers?: Record<string, string>) => {
    const { body } = await context.sendCall(listProductSlots, { slug, ...days }, { headers })
    return body.days.flatMap(({ slots }) => slots)
  }
  test('the calendar lists the times of all clinicians who offer the product, each time once and with its clinician', async () => {
    const other = await newClinician(context, product, { starts: '12:00', ends: '13:00' })
    const slots = await slotsOf(product.slug)
    const starts = slots.map(({ startTime }) => startTime)
    expect(new Set(starts).size).toBe(starts.length)
    expect([...starts].sort()).toEqual(starts)
    const offered = await listOfferedTimes(context, other, product, 4)
    expect(starts).toContain(offered.find(({ startTime }) => startTime.startsWith(tomorrow))?.startTime)
  })
  test('a held time is offered with another free clinician, and marked for its holder', async () => {
    const [first] = await slotsOf(product.slug)
    if (!first) throw new Error('the clinician has no free slot')
    const { startTime, endTime, clinicianId: id } = first
    const sessionKey = await newCart(context, undefined, product)
    await lockTestSlot(context, undefined, { id, productId: product.id, sessionKey, startTime, endTime })
    const at = (slots: (typeof first)[]) => slots.find((slot) => slot.startTime === startTime)
    expect(at(await slotsOf(product.slug, { 'x-cart-key': sessionKey }))).toEqual({ ...first, lockedByYou: true })
    expect(at(await slotsOf(product.slug))?.clinicianId).not.toBe(id)
    await context.sendCall(unlockSlot, { id, sessionKey })
  })
  test('the calendar of an unknown product is not found', async () =>
    expect(statusAndCodeOf(await context.sendCall(listProductSlots, { slug: 'nothing', ...days }))).toEqual([
      404,
      'PRODUCT_NOT_FOUND',
    ]))
})

describe('the calendar of a clinician', () => {
  test('days are those of the clinician’s time zone', async () => {
    const id = await newClinician(context, product, { timeZone: 'America/Sao_Paulo', starts: '09:00', ends: '10:00' })
    const { body } = await context.sendCall(listSlots, { id, productId: product.id, from: tomorrow, to: tomorrow })
    expect(body.timeZone).toBe('America/Sao_Paulo')
    const first = body.days[0]?.slots[0]
    expect(localTime('America/Sao_Paulo', new Date(first?.startTime ?? ''))).toMatchObject({
      day: tomorrow,
      time: '09:00',
    })
  })
  test('a held time is shown to its holder only, as held by them', async () => {
    const sessionKey = await newCart(context, undefined, product)
    const time = await lockInput(sessionKey)
    await lockTestSlot(context, undefined, time)
    const query = { id: clinicianId, productId: product.id, from: tomorrow, to: tomorrow }
    const own = await context.sendCall(listSlots, query, { headers: { 'x-cart-key': sessionKey } })
    const ownSlots = own.body.days.flatMap(({ slots }) => slots).filter(({ lockedByYou }) => lockedByYou)
    expect(ownSlots).toEqual([{ startTime: time.startTime, endTime: time.endTime, lockedByYou: true }])
    const strangers = await context.sendCall(listSlots, query, {
      headers: { 'x-cart-key': await newCart(context, eva, product) },
    })
    expect(strangers.body.days.flatMap(({ slots }) => slots).map(({ startTime }) => startTime)).not.toContain(
      time.startTime,
    )
    await context.sendCall(unlockSlot, { id: clinicianId, sessionKey })
    expect(await listOfferedTimes(context, clinicianId, product)).toContainEqual({
      startTime: time.startTime,
      endTime: time.endTime,
    })
  })
  test('an unknown clinician and a product that the clinician does not offer are not found', async () => {
    const query = { id: clinicianId, productId: product.id, from: tomorrow, to: tomorrow }
    expect(statusAndCodeOf(await context.sendCall(listSlots, { ...query, id: NOBODY }))).toEqual([
      404,
      'CLINICIAN_NOT_FOUND',
    ])
    expect(statusAndCodeOf(await context.sendCall(listSlots, { ...query, productId: 'no' }))).toEqual([
      404,
      'PRODUCT_NOT_FOUND',
    ])
  })
})

describe('holding a time', () => {
  test('the reply says when the hold ends, by the database’s clock', async () => {
    const sessionKey = await newCart(context, ana, product)
    const { status, body } = await lockTestSlot(context, ana, await lockInput(sessionKey))
    expect(status).toBe(200)
    expect(new Date(body.expiresAt).getTime() - new Date(body.lockedAt).getTime()).toBe(10 * 60_000)
    const cart = await context.sendCall(getCart, { sessionKey }, as(ana))
    expect(cart.body).toMatchObject({ clinicianId, lockExpiresAt: body.expiresAt, lockedAt: body.lockedAt })
  })
  test('20 concurrent requests for the same time get the same lock [B7.6]', async () => {
    const sessionKey = await newCart(context, ana, product)
    const time = await lockInput(sessionKey)
    const result = await Promise.all(Array.from({ length: 20 }, () => lockTestSlot(context, ana, time)))
    expect(new Set(result.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(result[0]?.status).toBe(200)
  })
  test.each([
    ['with five minutes left changes nothing', 5.2, 0, 5.2],
    ['with less left restarts the ten minutes', 4.8, 0, 10],
    ['never holds the slot beyond 45 minutes in all', 4.8, 38, 7],
    ['after 45 minutes keeps what is left', 0.5, 44.5, 0.5],
  ])('a repeated lock %s', async (_, minutesLeft, since, expected) => {
    const patient = await newPatient(context)
    const input = await lockInput(await newCart(context, patient, product))
    await lockTestSlot(context, patient, input)
    await context.db`
      update slot_hold set expires_at = clock_timestamp() + make_interval(secs => ${minutesLeft * 60}),
        locked_at = clock_timestamp() - make_interval(secs => ${since * 60})
      where state = 'held' and clinician_id = ${clinicianId} and starts_at = ${input.startTime}`
    const again = await lockTestSlot(context, patient, input)
    const twice = await lockTestSlot(context, patient, input)
    const minutes = (new Date(again.body.expiresAt).getTime() - Date.now()) / 60_000
    expect(Math.abs(minutes - expected)).toBeLessThan(0.15)
    expect(twice.body).toEqual(again.body)
  })
  test('a cart moves to another time and frees the first one', async () => {
    const sessionKey = await newCart(context, eva, product)
    const first = await lockInput(sessionKey)
    const second = await lockInput(sessionKey, 1)
    await lockTestSlot(context, eva, first)
    expect((await lockTestSlot(context, eva, second)).status).toBe(200)
    const slots = await listOfferedTimes(context, clinicianId, product)
    expect(slots.map(({ startTime }) => startTime)).toContain(first.startTime)
    expect(slots.map(({ startTime }) => startTime)).not.toContain(second.startTime)
  })
  test('a cart that fails to get another’s time keeps its first one', async () => {
    const ownCart = await newCart(context, undefined, product)
    const otherCart = await newCart(context, undefined, product)
    const first = await lockInput(ownCart)
    const second = await lockInput(otherCart, 1)
    await lockTestSlot(context, undefined, first)
    await lockTestSlot(context, undefined, second)
    const refusal = await lockTestSlot(context, undefined, { ...second, sessionKey: ownCart })
    expect(statusAndCodeOf(refusal)).toEqual([409, 'SLOT_TAKEN'])
    expect((await context.sendCall(getCart, { sessionKey: ownCart })).body.schedule?.startTime).toBe(first.startTime)
  })
  test('one patient holds at most three times, whether they are being paid or not', async () => {
    const many = await newPatient(context)
    const result = []
    for (let i = 0; i < 3; i++)
      result.push(await lockTestSlot(context, many, await lockInput(await newCart(context, many, product))))
    await context.db`
      update slot_hold set state = 'paying', expires_at = null
      where state = 'held' and cart_id in (select id from cart where account_id = ${many.accountId})`
    result.push(await lockTestSlot(context, many, await lockInput(await newCart(context, many, product))))
    expect(result.map(statusAndCodeOf)).toEqual([...Array(3).fill([200, undefined]), [409, 'TOO_MANY_LOCKS']])
  })
  test('concurrent requests for many clinicians do not exceed the limit either', async () => {
    const many = await newPatient(context)
    const inputs = []
    for (let i = 0; i < 6; i++)
      inputs.push(await lockInput(await newCart(context, many, product), 0, await newClinician(context, product)))
    const result = await Promise.all(inputs.map((input) => lockTestSlot(context, many, input)))
    expect(result.filter(({ status }) => status === 200)).toHaveLength(3)
  })
  test('a guest with many carts is limited too', async () => {
    const id = await newClinician(context, product)
    const from = '10.1.2.3'
    const result = []
    for (let i = 0; i < 11; i++) {
      const { body } = await context.sendCall(createCart, { productId: product.id }, { from })
      result.push(await context.sendCall(lockSlot, await lockInput(body.sessionKey, 0, id), { from }))
    }
    expect(result.map(statusAndCodeOf)).toEqual([...Array(10).fill([200, undefined]), [409, 'TOO_MANY_LOCKS']])
  })
  test.each([
    ['a minute off the grid', (time: Date) => new Date(time.getTime() + 60_000)],
    ['in the past', (time: Date) => new Date(time.getTime() - 7 * 24 * 3_600_000)],
    ['beyond the horizon', (time: Date) => new Date(time.getTime() + 40 * 24 * 3_600_000)],
    ['sooner than the lead time', () => new Date(Math.ceil(Date.now() / 60_000) * 60_000)],
  ])('a time %s is not offered', async (_, move) => {
    const input = await lockInput(await newCart(context, eva, product))
    const start = move(new Date(input.startTime))
    const end = new Date(start.getTime() + product.durationMinutes * 60_000)
    const result = await lockTestSlot(context, eva, {
      ...input,
      startTime: start.toISOString(),
      endTime: end.toISOString(),
    })
    expect(statusAndCodeOf(result)).toEqual([409, 'SLOT_NOT_OFFERED'])
  })
  test('a time longer than the product and a product other than the cart’s are refused', async () => {
    const input = await lockInput(await newCart(context, eva, product))
    const endTime = new Date(new Date(input.endTime).getTime() + 15 * 60_000).toISOString()
    expect(statusAndCodeOf(await lockTestSlot(context, eva, { ...input, endTime }))).toEqual([409, 'SLOT_NOT_OFFERED'])
    const products = context.services.content.products('en')
    const another = products.find(({ id, scheduled }) => scheduled && id !== product.id)
    if (!another) return
    await context.db`
      insert into clinician_product (clinician_id, product_id) values (${clinicianId}, ${another.id})
      on conflict do nothing`
    const result = await lockTestSlot(context, eva, { ...input, productId: another.id })
    expect(statusAndCodeOf(result)).toEqual([409, 'SLOT_NOT_OFFERED'])
  })
  test('an unknown clinician, an unknown product and a missing cart are not found', async () => {
    const input = await lockInput(await newCart(context, eva, product))
    expect(statusAndCodeOf(await lockTestSlot(context, eva, { ...input, id: NOBODY }))).toEqual([
      404,
      'CLINICIAN_NOT_FOUND',
    ])
    expect(statusAndCodeOf(await lockTestSlot(context, eva, { ...input, productId: 'no' }))).toEqual([
      404,
      'PRODUCT_NOT_FOUND',
    ])
    expect(statusAndCodeOf(await lockTestSlot(context, ana, input))).toEqual([404, 'CART_NOT_FOUND'])
    await context.db`update cart set changed_at = clock_timestamp() - interval '24 hours' where account_id = ${eva.accountId}`
    expect(statusAndCodeOf(await lockTestSlot(context, eva, input))).toEqual([409, 'CART_EXPIRED'])
  })
})

describe('releasing a time', () => {
  test('a released time is free for others at once [B2.32]', async () => {
    const ownCart = await newCart(context, undefined, product)
    const otherCart = await newCart(context, undefined, product)
    const input = await lockInput(ownCart)
    await lockTestSlot(context, undefined, input)
    expect((await context.sendCall(unlockSlot, { id: clinicianId, sessionKey: ownCart })).status).toBe(204)
    expect((await lockTestSlot(context, undefined, { ...input, sessionKey: otherCart })).status).toBe(200)
  })
  test('releasing needs the key of the cart that holds the time [B7.7]', async () => {
    const ownCart = await newCart(context, undefined, product)
    const otherCart = await newCart(context, undefined, product)
    const input = await lockInput(ownCart)
    await lockTestSlot(context, undefined, input)
    const before = await holds()
    for (const input of [
      { id: clinicianId, sessionKey: otherCart },
      { id: clinicianId, sessionKey: 'x'.repeat(27) },
      { id: NOBODY, sessionKey: ownCart },
    ])
      expect(statusAndCodeOf(await context.sendCall(unlockSlot, input))).toEqual([404, 'SLOT_LOCK_NOT_FOUND'])
    expect(await holds()).toEqual(before)
  })
})
