import {
  createPromoCode,
  disablePromoCode,
  listPromoCodes,
  type PromoInput,
} from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { describe, expect, test } from 'vitest'
import { insertManager } from '../../access/people/test-managers.ts'
import { newCart, newPatient } from '../../booking/test-people.ts'
import { insertClinician } from '../../care/test-people.ts'
import { findTampering } from '../../kit/audit.ts'
import { withReasons } from '../../testing/test-audit.ts'
import { statusAndCodeOf } from '../../testing/test-code-of.ts'
import { createCheckout, orderWithCard } from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { enterPromoCode } from './test-promo.ts'

const REASON = 'Agreed with marketing for November'
const { context, product } = await createCheckoutContext()
const manager = await insertManager(context)

let codeCount = 0
const input = (more: Partial<PromoInput> = {}): PromoInput & { reason: string } => ({
  code: `DESK-${++codeCount}`,
  percentage: 20,
  campaign: 'November',
  reason: REASON,
  validFrom: null,
  validUntil: null,
  mostUses: null,
  mostUsesAnAccount: 1,
  products: null,
  ...more,
})
const create = (more: Partial<PromoInput & { reason: string }> = {}, staff = manager) =>
  context.sendCall(createPromoCode, input(more), staff)
const disable = (id: string, staff = manager) => context.sendCall(disablePromoCode, { id, reason: REASON }, staff)
const recordOf = (id: string) =>
  withReasons(
    context.db,
    context.db`
  select act, reason, staff_id as "staffId", detail::json as detail from audit where subject_kind = 'promo-code' and subject_id = ${id} order by seq`,
  )

describe('promo codes at the desk [B1.6]', () => {
  test('a manager creates a code that patients can use, sees its uses and disables it; each action is audited with its reason', async () => {
    const { status, body: code } = await create({ products: [product.id], mostUses: 5 })
    expect(status).toBe(201)
    const at = await createCheckout(context, product)
    expect((await enterPromoCode(context, at, code.code ?? '')).status).toBe(200)
    await orderWithCard(context, at, 'good')
    const { body: list } = await context.sendCall(listPromoCodes, {}, manager)
    expect(list.items[0]).toMatchObject({ id: code.id, uses: 1, mostUses: 5, products: [product.id], disabledAt: null })
    expect(list.offered).toContainEqual({ id: product.id, name: product.name })
    expect((await disable(code.id)).body.disabledAt).not.toBeNull()
    const patient = await newPatient(context)
    const next = { patient, sessionKey: await newCart(context, patient, product) }
    expect(statusAndCodeOf(await enterPromoCode(context, next, code.code ?? ''))).toEqual([409, 'PROMOCODE_DISABLED'])
    const by = { reason: REASON, staffId: manager.staffId }
    expect(await recordOf(code.id)).toEqual([
      { ...by, act: 'create-promo-code', detail: { code: code.code, percentage: 20, mostUses: 5 } },
      { ...by, act: 'disable-promo-code', detail: { code: code.code } },
    ])
    expect(await findTampering(context.db, context.services.secrets)).toBeUndefined()
  })

  test('a manager pages through all codes, newest first', async () => {
    const names = []
    for (let nth = 0; nth < 3; nth++) names.unshift((await create()).body.code)
    const page = async (number: string) =>
      (await context.sendCall(listPromoCodes, { page: number, pageSize: '2' }, manager)).body.items.map(
        ({ code }) => code,
      )
    expect(await page('1')).toEqual(names.slice(0, 2))
    expect((await page('2'))[0]).toBe(names[2])
  })

  test('a code whose name exists is refused, also of two concurrent requests', async () => {
    const { code } = input()
    const result = await Promise.all([create({ code }), create({ code })])
    expect(result.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(statusAndCodeOf(await create({ code }))).toEqual([409, 'CODE_TAKEN'])
  })

  test('a code that ends before it begins, or for a product that is not offered, is refused', async () => {
    const early = '2030-01-01T00:00:00.000Z'
    const late = '2030-01-02T00:00:00.000Z'
    expect(statusAndCodeOf(await create({ validFrom: late, validUntil: early }))).toEqual([409, 'DATES_REVERSED'])
    expect(statusAndCodeOf(await create({ validFrom: late, validUntil: late }))).toEqual([409, 'DATES_REVERSED'])
    expect(statusAndCodeOf(await create({ validUntil: '2020-01-01T00:00:00.000Z' }))).toEqual([409, 'DATES_REVERSED'])
    expect((await create({ validFrom: early, validUntil: late })).status).toBe(201)
    expect(statusAndCodeOf(await create({ products: [product.id, 'nothing'] }))).toEqual([404, 'PRODUCT_NOT_FOUND'])
  })

  test.each([
    ['a reason that is too short', { reason: 'because' }],
    ['more than 100 percent', { percentage: 101 }],
    ['0 percent', { percentage: 0 }],
    ['a lower-case name', { code: 'desk' }],
    ['no uses', { mostUses: 0 }],
    ['no products', { products: [] }],
  ])('a code with %s is refused', async (_, more) => expect((await create(more)).status).toBe(400))

  test('a code is disabled once, and an unknown code is not found', async () => {
    const { body } = await create()
    const result = await Promise.all([disable(body.id), disable(body.id)])
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(statusAndCodeOf(await disable(body.id))).toEqual([409, 'CHANGED_MEANWHILE'])
    expect(statusAndCodeOf(await disable(crypto.randomUUID()))).toEqual([404, 'PROMO_CODE_NOT_FOUND'])
    expect(await recordOf(body.id)).toHaveLength(2)
  })

  test('a manager who was blocked a moment ago creates no code', async () => {
    const blocked = await insertManager(context)
    await context.sendCall(listPromoCodes, {}, blocked)
    await context.db`update staff set status = 'blocked' where id = ${blocked.staffId}`
    const { code } = input()
    expect((await create({ code }, blocked)).status).toBe(401)
    expect(await context.db`select 1 from promo_code where code = ${code}`).toEqual([])
  })
})

test('clinicians and patients can neither list nor create codes', async () => {
  const clinician = await insertClinician(context)
  const { body } = await create()
  expect(statusAndCodeOf(await context.sendCall(listPromoCodes, {}, clinician))).toEqual([403, 'NOT_ALLOWED'])
  expect(statusAndCodeOf(await create({}, clinician))).toEqual([403, 'NOT_ALLOWED'])
  expect(statusAndCodeOf(await disable(body.id, clinician))).toEqual([403, 'NOT_ALLOWED'])
  const patient = await newPatient(context)
  expect((await context.sendCall(listPromoCodes, {}, patient)).status).toBe(401)
})
