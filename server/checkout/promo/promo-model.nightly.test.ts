import { createOrder, getPrice } from '@cuida/core/checkout/order/api.ts'
import { percentOf } from '@cuida/core/checkout/price/price.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Checkout, createCheckout, orderInput, readOrder, runCheckoutJobs } from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'
import { applyTestRefund, enterPromoCode, insertPromoCode, readPromoUses, removePromoCode } from './test-promo.ts'

// Several patients use one code in any order, compared with the simplest model: a list of orders that have it.

const RUNS = process.env.NIGHTLY ? 100 : 8
const PEOPLE = 3
const PERCENTAGE = 30

const { context, product } = await createCheckoutContext()

type ModelAction = 'type' | 'remove' | 'pay' | 'payInVain' | 'settle' | 'refund'
interface Step {
  action: ModelAction
  who: number
}
interface Ordered {
  id: string
  who: number
  hasCode: boolean
  willFail: boolean
  isSettled: boolean
}

const action = fc.constantFrom<ModelAction[]>(
  'type',
  'type',
  'type',
  'remove',
  'pay',
  'pay',
  'payInVain',
  'settle',
  'refund',
)
const steps = fc.array(fc.record({ action, who: fc.nat(PEOPLE - 1) }), { minLength: 10, maxLength: 18 })
const limits = fc.record({ inAll: fc.integer({ min: 1, max: 3 }), each: fc.integer({ min: 1, max: 2 }) })

/** Runs the model and the server side by side. */
class Shop {
  readonly #limits: { inAll: number; each: number }
  readonly #code: string
  readonly #tills: Checkout[]
  readonly #typed = new Set<number>()
  #orders: Ordered[] = []

  constructor(limits: { inAll: number; each: number }, code: string, tills: Checkout[]) {
    this.#limits = limits
    this.#code = code
    this.#tills = tills
  }

  static async open(limits: { inAll: number; each: number }): Promise<Shop> {
    const terms = { percentage: PERCENTAGE, most_uses: limits.inAll, most_uses_an_account: limits.each }
    const tills = []
    for (let person = 0; person < PEOPLE; person++) tills.push(await createCheckout(context, product))
    return new Shop(limits, await insertPromoCode(context, terms), tills)
  }

  async step({ action, who }: Step): Promise<void> {
    if (action === 'type') await this.#type(who)
    if (action === 'remove') await this.#remove(who)
    if (action === 'pay' || action === 'payInVain') await this.#pay(who, action === 'payInVain')
    if (action === 'settle') await this.#settle()
    if (action === 'refund') await this.#refund(who)
    const used = this.#using().length
    expect(await readPromoUses(context, this.#code)).toBe(used)
    expect(used).toBeLessThanOrEqual(this.#limits.inAll)
  }

  #till = (person: number) => this.#tills[person] as Checkout
  #using = (person?: number) =>
    this.#orders.filter((one) => one.hasCode && (person === undefined || one.who === person))

  #problem(person: number): string | undefined {
    if (this.#using(person).length >= this.#limits.each) return 'ALREADY_USED'
    return this.#using().length >= this.#limits.inAll ? 'LIMIT_USAGE' : undefined
  }

  async #type(person: number): Promise<void> {
    const { status, body } = await enterPromoCode(context, this.#till(person), this.#code)
    const expected = this.#typed.has(person) ? undefined : this.#problem(person)
    expect(status === 200 ? undefined : body.code).toBe(expected)
    if (!expected) this.#typed.add(person)
  }

  async #remove(person: number): Promise<void> {
    await removePromoCode(context, this.#till(person))
    this.#typed.delete(person)
  }

  async #pay(person: number, willFail: boolean): Promise<void> {
    const at = this.#till(person)
    const hasCode = this.#typed.has(person) && !this.#problem(person)
    const { body: price } = await context.sendCall(getPrice, at, at.patient)
    const off = hasCode ? percentOf(product.price.amount, PERCENTAGE) : 0
    expect(price.total).toBe(product.price.amount - off)
    expect(price.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(price.total)
    const input = { ...(await orderInput(context, at, willFail ? 'declined' : 'good')), shownTotal: price.total }
    const { status, body } = await context.sendCall(createOrder, input, at.patient)
    expect(status).toBe(202)
    this.#orders.push({ id: body.workflowId, who: person, hasCode, willFail, isSettled: false })
    this.#typed.delete(person)
    await this.#settle()
    // A patient may hold only a few slots at a time, so the test releases the slot of an order that was not paid.
    await context.db`update slot_hold set state = 'released', expires_at = null where state = 'held' and id in (
      select slot_hold_id from care_order where id = ${body.workflowId})`
    this.#tills[person] = await createCheckout(context, product, { patient: at.patient })
  }

  async #settle(): Promise<void> {
    await runCheckoutJobs(context)
    for (const one of this.#orders.filter(({ isSettled }) => !isSettled)) {
      one.isSettled = true
      one.hasCode &&= !one.willFail
      const { status } = await readOrder(context, this.#till(one.who).patient, one.id)
      expect(status).toBe(one.willFail ? 'FAILED' : 'ACTIVE')
    }
  }

  async #refund(person: number): Promise<void> {
    const paid = this.#orders.find((one) => one.who === person && one.isSettled && !one.willFail)
    if (!paid) return
    const [row] = await context.db`select amount from care_order where id = ${paid.id}`
    await applyTestRefund(context, paid.id, row?.amount)
    this.#orders = this.#orders.filter((one) => one !== paid)
  }
}

test('the uses of a code equal the orders that have it, and never exceed its limit [B1.6]', async () => {
  await fc.assert(
    fc.asyncProperty(limits, steps, async (limit, plannedSteps) => {
      // Rate limits would interfere.
      await context.db`delete from rate_count`
      const shop = await Shop.open(limit)
      for (const step of plannedSteps) await shop.step(step)
    }),
    { numRuns: RUNS },
  )
}, 600_000)
