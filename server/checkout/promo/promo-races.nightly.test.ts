import { createOrder } from '@cuida/core/checkout/order/api.ts'
import { expect, test } from 'vitest'
import { createSecondProcess, newCart, newPatient } from '../../booking/test-people.ts'
import { closeAfterTests } from '../../testing/test-contexts.ts'
import { createCheckout, orderInput } from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { enterPromoCode, insertPromoCode, readPromoUses } from './test-promo.ts'

const RACERS = 50
const { context, product } = await createCheckoutContext()
const other = closeAfterTests(await createSecondProcess(context))

test.each([1, 7])(
  'of 50 concurrent orders over two processes, a code for %i is used by as many [B1.6]',
  async (most) => {
    const code = await insertPromoCode(context, { percentage: 100, most_uses: most })
    const racers = []
    for (let nth = 0; nth < RACERS; nth++) {
      const at = await createCheckout(context, product)
      expect((await enterPromoCode(context, at, code)).status).toBe(200)
      racers.push({ at, input: { ...(await orderInput(context, at, undefined)), shownTotal: 0 } })
    }
    const result = await Promise.all(
      racers.map(({ at, input }, nth) =>
        (nth % 2 ? other : context).sendCall(createOrder, input, { token: at.patient.token }),
      ),
    )
    const codes = result.map(({ status, body }) => (status === 202 ? 'made' : body.code)).sort()
    expect(codes).toEqual([...Array(RACERS - most).fill('LIMIT_USAGE'), ...Array(most).fill('made')])
    expect(await readPromoUses(context, code)).toBe(most)
  },
)

test('of two tabs that enter different codes at once, one code is set', async () => {
  for (let round = 0; round < 10; round++) {
    const patient = await newPatient(context)
    const at = { patient, sessionKey: await newCart(context, patient, product) }
    const one = await insertPromoCode(context)
    const two = await insertPromoCode(context)
    const result = await Promise.all([enterPromoCode(context, at, one), enterPromoCode(other, at, two)])
    expect(result.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(result.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_CODES')
  }
})
