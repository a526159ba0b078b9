import { createOrder, getPrice } from '@cuida/core/checkout/order/api.ts'
import { percentOf } from '@cuida/core/checkout/price/price.ts'
import { listDiscounts } from '@cuida/core/invite/api.ts'
import { describe, expect, test } from 'vitest'
import { newPatient, type TestPatient } from '../../booking/test-people.ts'
import { acceptInvitations } from '../../invite/accept-invitations.ts'
import { earnReferrerDiscount } from '../../invite/discount-store.ts'
import { createReferrer, sponsorPatient } from '../../invite/test-invitations.ts'
import {
  createCheckout,
  orderInput,
  orderWithCard,
  readOrder,
  readOrderMoney,
  runCheckoutJobs,
} from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'

const { context, product } = await createCheckoutContext()

const off = (percentage: number) => product.price.amount - percentOf(product.price.amount, percentage)

/** A referred patient with the campaign's 20 percent. */
async function newInvited() {
  const ana = await createReferrer(context)
  const eva = await newPatient(context)
  const campaigns = context.services.content.campaigns('en')
  await context.db.begin((tx) => acceptInvitations(tx, eva, { campaigns, referralSlug: ana.slug }))
  return { ana, eva }
}
const discountsOf = async ({ patientId, token }: Pick<TestPatient, 'patientId' | 'token'>) =>
  (await context.sendCall(listDiscounts, { patientId }, { token })).body
const amounts = async (...ids: string[]) =>
  (
    await context.db`
  select amount from care_order where id in ${context.db(ids)} order by amount`
  ).map(({ amount }) => amount)

describe('a referral discount [B1.6]', () => {
  test('the discount is shown with the price, taken off the first order, and used up [B7.9]', async () => {
    const { ana, eva } = await newInvited()
    const at = await createCheckout(context, product, { patient: eva })
    expect((await context.sendCall(getPrice, { sessionKey: at.sessionKey }, eva)).body).toMatchObject({
      total: off(20),
      lines: [{ kind: 'product' }, { kind: 'referral', percentage: 20, name: '' }],
      discount: {
        type: 'REFERRAL',
        unitType: 'PERCENTAGE',
        value: 20,
        code: ana.slug,
        name: expect.stringMatching(/\w/),
      },
    })
    const { body } = await orderWithCard(context, at, 'good')
    await runCheckoutJobs(context)
    expect((await readOrderMoney(context, body.workflowId)).charged).toEqual([off(20)])
    expect(await discountsOf(eva)).toEqual([])
    const next = await createCheckout(context, product, { patient: eva })
    expect((await context.sendCall(getPrice, { sessionKey: next.sessionKey }, eva)).body.total).toBe(
      product.price.amount,
    )
  })

  test('an order may name the discount: one that does not apply is refused with the one that does [B3.5]', async () => {
    const { ana, eva } = await newInvited()
    const at = await createCheckout(context, product, { patient: eva })
    for (const other of [{ referralCode: 'somebody-else' }, { discountName: 'Half price' }])
      expect(await orderWithCard(context, at, 'good', other)).toMatchObject({
        status: 409,
        body: { code: 'DISCOUNT_NOT_APPLIED', discount: { type: 'REFERRAL', code: ana.slug } },
      })
    const [{ code, campaign } = { code: '', campaign: { name: '' } }] = await discountsOf(eva)
    const named = { referralCode: code, discountName: campaign.name }
    expect(await amounts((await orderWithCard(context, at, 'good', named)).body.workflowId)).toEqual([off(20)])
  })

  test('twenty concurrent orders use the discount once [B4.20]', async () => {
    const { eva } = await newInvited()
    const carts: Awaited<ReturnType<typeof createCheckout>>[] = []
    for (let turn = 0; turn < 3; turn++) carts.push(await createCheckout(context, product, { patient: eva }))
    const inputs = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => orderInput(context, carts[turn % 3] as never, 'good')),
    )
    const replies = await Promise.all(inputs.map((input) => context.sendCall(createOrder, input, { token: eva.token })))
    const ids = [...new Set(replies.map(({ body }) => body.workflowId))]
    expect(ids).toHaveLength(3)
    expect(await amounts(...ids)).toEqual([off(20), product.price.amount, product.price.amount])
  })

  test('when another tab has used the discount, no order is made at another price than the one shown', async () => {
    const { eva } = await newInvited()
    const one = await createCheckout(context, product, { patient: eva })
    const two = await createCheckout(context, product, { patient: eva })
    expect((await orderWithCard(context, one, 'good', { shownTotal: off(20) })).status).toBe(202)
    expect(await orderWithCard(context, two, 'good', { shownTotal: off(20) })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED' },
    })
    expect((await orderWithCard(context, two, 'good', { shownTotal: product.price.amount })).status).toBe(202)
  })

  test('a company’s discount comes first and leaves the referral unused', async () => {
    const { eva } = await newInvited()
    await sponsorPatient(context, eva.patientId, product.id, 10)
    const { body } = await orderWithCard(context, await createCheckout(context, product, { patient: eva }), 'good')
    expect(await amounts(body.workflowId)).toEqual([off(10)])
    expect(await discountsOf(eva)).toHaveLength(1)
  })

  test('after a refused card the discount is available for the next try', async () => {
    const { eva } = await newInvited()
    const at = await createCheckout(context, product, { patient: eva })
    const first = await orderWithCard(context, at, 'declined')
    expect(await discountsOf(eva)).toEqual([])
    await runCheckoutJobs(context)
    expect((await readOrder(context, eva, first.body.workflowId)).status).toBe('FAILED')
    expect(await discountsOf(eva)).toHaveLength(1)
    const second = await orderWithCard(context, at, 'good')
    expect(await amounts(second.body.workflowId)).toEqual([off(20)])
    expect(await discountsOf(eva)).toEqual([])
  })

  test('a full refund makes the discount available again, a partial one does not', async () => {
    const { eva } = await newInvited()
    const { body } = await orderWithCard(context, await createCheckout(context, product, { patient: eva }), 'good')
    await runCheckoutJobs(context)
    const giveBack = (amount: number) =>
      context.db`update care_order set refunded = ${amount} where id = ${body.workflowId}`
    await giveBack(off(20) - 1)
    expect(await discountsOf(eva)).toEqual([])
    await giveBack(off(20))
    expect(await discountsOf(eva)).toHaveLength(1)
  })
})

describe('the referrer’s discount', () => {
  test('the referrer earns it when the friend’s first consultation is over, and only once', async () => {
    const { ana, eva } = await newInvited()
    expect(await discountsOf(ana)).toEqual([])
    const over = () => context.db.begin((tx) => earnReferrerDiscount(tx, eva.accountId))
    await Promise.all([over(), over()])
    await over()
    expect(await discountsOf(ana)).toMatchObject([{ code: ana.slug, discount: { value: 20 } }])
    const { body } = await orderWithCard(context, await createCheckout(context, product, { patient: ana }), 'good')
    expect(await amounts(body.workflowId)).toEqual([off(20)])
  })
})
