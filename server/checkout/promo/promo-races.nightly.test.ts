import { createOrder } from '@cuida/core/checkout/order/api.ts'
import { expect, test } from 'vitest'
import { newCart, newPatient, secondWorld } from '../../booking/test-people.ts'
import { closing } from '../../testing/test-worlds.ts'
import { atCheckout, orderInput } from '../order/test-orders.ts'
import { checkoutWorld } from '../test-checkout.ts'
import { newCode, type, usesOf } from './test-promo.ts'

const RACERS = 50
const { world, product } = await checkoutWorld()
const other = closing(await secondWorld(world))

test.each([1, 7])(
  'of 50 people who order at once, at two processes, a code for %i is used by so many [B1.6]',
  async (most) => {
    const code = await newCode(world, { percentage: 100, most_uses: most })
    const racers = []
    for (let nth = 0; nth < RACERS; nth++) {
      const at = await atCheckout(world, product)
      expect((await type(world, at, code)).status).toBe(200)
      racers.push({ at, input: { ...(await orderInput(world, at, undefined)), shownTotal: 0 } })
    }
    const told = await Promise.all(
      racers.map(({ at, input }, nth) =>
        (nth % 2 ? other : world).tell(createOrder, input, { token: at.patient.token }),
      ),
    )
    const codes = told.map(({ status, body }) => (status === 202 ? 'made' : body.code)).sort()
    expect(codes).toEqual([...Array(RACERS - most).fill('LIMIT_USAGE'), ...Array(most).fill('made')])
    expect(await usesOf(world, code)).toBe(most)
  },
)

test('of two tabs that type different codes at once, one is heard', async () => {
  for (let round = 0; round < 10; round++) {
    const patient = await newPatient(world)
    const at = { patient, sessionKey: await newCart(world, patient, product) }
    const one = await newCode(world)
    const two = await newCode(world)
    const told = await Promise.all([type(world, at, one), type(other, at, two)])
    expect(told.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(told.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_CODES')
  }
})
