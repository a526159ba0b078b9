import { getPrice } from '@cuida/core/checkout/order/api.ts'
import { percentOf } from '@cuida/core/checkout/price/price.ts'
import { describe, expect, test } from 'vitest'
import { newCart, newPatient, type TestPatient } from '../../booking/test-people.ts'
import { codeOf } from '../../testing/test-code-of.ts'
import { atCheckout, order, read, work } from '../order/test-orders.ts'
import { CODES_OF_ACCOUNT, CODES_OF_SOURCE } from '../rate-limits.ts'
import { checkoutWorld } from '../test-checkout.ts'
import { giveBack, newCode, type, usesOf } from './test-promo.ts'

const { world, product } = await checkoutWorld()

const off = (percentage: number) => product.price.amount - percentOf(product.price.amount, percentage)
async function withCart(patient?: TestPatient) {
  const owner = patient ?? (await newPatient(world))
  return { patient: owner, sessionKey: await newCart(world, owner, product) }
}
const priceOf = async (at: { sessionKey: string; patient: TestPatient }) =>
  (await world.tell(getPrice, { sessionKey: at.sessionKey }, at.patient)).body

describe('who guesses', () => {
  const wrong = (at: Parameters<typeof type>[1], from: string) => type(world, at, 'GUESS', { from })

  test('hears TOO_MANY_CODES and when to come back, for a good code too, and is heard again from elsewhere [B5.9] [B8.2]', async () => {
    const at = { sessionKey: await newCart(world, undefined, product) }
    const code = await newCode(world)
    const from = '10.9.8.7'
    const guesses = Array.from({ length: CODES_OF_SOURCE.most }, () => wrong(at, from))
    expect((await Promise.all(guesses)).map(({ body }) => body.code)).not.toContain('TOO_MANY_CODES')
    const told = await type(world, at, code, { from })
    expect(codeOf(told)).toEqual([409, 'TOO_MANY_CODES'])
    expect(Number(told.headers['retry-after'])).toBeGreaterThan(0)
    expect((await type(world, at, code, { from: '10.9.8.8' })).status).toBe(200)
  })
  test('cannot change their address: an account has a rate limit of its own; what was right costs nothing', async () => {
    const at = await withCart()
    const code = await newCode(world)
    for (let turn = 0; turn < CODES_OF_ACCOUNT.most + 1; turn++) expect((await type(world, at, code)).status).toBe(200)
    for (let turn = 0; turn < CODES_OF_ACCOUNT.most; turn++)
      expect((await wrong(at, `10.7.${turn}.1`)).headers['retry-after']).toBeUndefined()
    expect((await wrong(at, '10.7.99.1')).headers['retry-after']).toBeDefined()
  })
})

describe('a use is given back', () => {
  test('when the card was refused, and counts again for the next try', async () => {
    const at = await atCheckout(world, product)
    const code = await newCode(world, { most_uses: 1 })
    await type(world, at, code)
    const first = await order(world, at, 'declined')
    expect(await usesOf(world, code)).toBe(1)
    await work(world)
    expect((await read(world, at.patient, first.body.workflowId)).status).toBe('FAILED')
    expect(await usesOf(world, code)).toBe(0)
    expect(await priceOf(at)).toMatchObject({ total: off(10), promoCode: code })
    expect((await order(world, at, 'good', { shownTotal: off(10) })).status).toBe(202)
    expect(await usesOf(world, code)).toBe(1)
  })

  test('when all the money went back, once, and not when a part did', async () => {
    const at = await atCheckout(world, product)
    const code = await newCode(world)
    await type(world, at, code)
    const { body } = await order(world, at, 'good')
    await work(world)
    const give = (amount: number) => giveBack(world, body.workflowId, amount)
    await give(off(10) - 1)
    expect(await usesOf(world, code)).toBe(1)
    await give(off(10))
    await give(off(10))
    expect(await usesOf(world, code)).toBe(0)
    expect((await type(world, await withCart(at.patient), code)).status).toBe(200)
  })
})

test('the database itself refuses one use more than the limit, of all and of one account', async () => {
  const at = await atCheckout(world, product)
  const { body } = await order(world, at, 'good')
  const code = await newCode(world, { most_uses: 1 })
  const use = (more: object) => world.db`
    insert into promo_redemption ${world.db({ order_id: body.workflowId, account_id: at.patient.accountId, most_uses_an_account: 1, use_of_account: 1, ...more })}`
  const [promo] = await world.db`select id from promo_code where code = ${code}`
  await world.db`update promo_code set uses = 1 where code = ${code}`
  await expect(use({ promo_code_id: promo?.id })).rejects.toThrow('promo_code_is_not_used_up')
  await expect(use({ promo_code_id: promo?.id, use_of_account: 2 })).rejects.toThrow('use_within_account_limit')
  await expect(use({ promo_code_id: promo?.id, most_uses_an_account: 2 })).rejects.toThrow('foreign key')
})
