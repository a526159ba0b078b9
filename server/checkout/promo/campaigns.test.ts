import { percentOf } from '@cuida/core/checkout/price/price.ts'
import { listDeskCampaigns } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import { expect, test } from 'vitest'
import { insertManager } from '../../access/people/test-managers.ts'
import { newPatient } from '../../booking/test-people.ts'
import { insertClinician } from '../../care/test-people.ts'
import { acceptInvitations } from '../../invite/accept-invitations.ts'
import { earnReferrerDiscount } from '../../invite/discount-store.ts'
import { CAMPAIGN_ID, createReferrer } from '../../invite/test-invitations.ts'
import { createCheckout, orderWithCard, runCheckoutJobs } from '../order/test-orders.ts'
import { createCheckoutContext } from '../test-checkout.ts'

const { context, product } = await createCheckoutContext()
const manager = await insertManager(context)

const campaigns = async () => (await context.sendCall(listDeskCampaigns, {}, { token: manager.token })).body.items

test('a campaign counts referrers, referred accounts, earned and used discounts, and their cost [A7.9]', async () => {
  const NOTHING = { referrers: 0, joined: 0, given: 0, used: 0, givenAway: 0 }
  expect(await campaigns()).toMatchObject([
    { id: CAMPAIGN_ID, isRunning: true, refereePercentage: 20, referrerPercentage: 20, currency: 'EUR', ...NOTHING },
  ])
  const ana = await createReferrer(context)
  await createReferrer(context)
  const eva = await newPatient(context)
  const luz = await newPatient(context)
  const known = context.services.content.campaigns('en')
  for (const friend of [eva, luz])
    await context.db.begin((tx) => acceptInvitations(tx, friend, { campaigns: known, referralSlug: ana.slug }))
  const joined = { referrers: 2, joined: 2, given: 2, used: 0, givenAway: 0 }
  expect(await campaigns()).toMatchObject([joined])
  await orderWithCard(context, await createCheckout(context, product, { patient: luz }), 'declined')
  const { body } = await orderWithCard(context, await createCheckout(context, product, { patient: eva }), 'good')
  await runCheckoutJobs(context)
  const off = percentOf(product.price.amount, 20)
  expect(await campaigns()).toMatchObject([{ ...joined, used: 1, givenAway: off }])
  await context.db.begin((tx) => earnReferrerDiscount(tx, eva.accountId))
  expect(await campaigns()).toMatchObject([{ ...joined, given: 3, used: 1, givenAway: off }])
  // The order was fully refunded: its discount is available again and has cost nothing.
  await context.db`update care_order set refunded = amount where id = ${body.workflowId}`
  expect(await campaigns()).toMatchObject([{ ...joined, given: 3, used: 0, givenAway: 0 }])
})

test('a campaign that was removed from the content is still counted, without a name', async () => {
  const { accountId } = await createReferrer(context)
  await context.db`
    insert into referrer (account_id, campaign_id, slug) values (${accountId}, '99', 'bcdfg-hjkmn')`
  expect((await campaigns()).at(-1)).toMatchObject({ id: '99', name: null, isRunning: false, referrers: 1, joined: 0 })
})

test('clinicians and patients have no access', async () => {
  const { token } = await insertClinician(context)
  expect((await context.sendCall(listDeskCampaigns, {}, { token })).status).toBe(403)
  expect((await context.sendCall(listDeskCampaigns, {}, { token: (await newPatient(context)).token })).status).toBe(401)
})
