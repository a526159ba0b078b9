import { findReferrer } from '@cuida/core/invite/api.ts'
import { deletePatient, exportPatient } from '@cuida/core/profile/account/account-api.ts'
import { expect, test } from 'vitest'
import { newClientAddress, newPatient, newSession, PASSWORD } from '../../access/test-people.ts'
import { acceptInvitations } from '../../invite/accept-invitations.ts'
import { findReferralDiscounts } from '../../invite/discount-store.ts'
import { CAMPAIGN_ID, createReferrer } from '../../invite/test-invitations.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

const context = await createTestContext()

async function friends() {
  const ana = await createReferrer(context)
  const eva = await newPatient(context)
  const campaigns = context.services.content.campaigns('en')
  await context.db.begin((tx) => acceptInvitations(tx, eva, { campaigns, referralSlug: ana.slug }))
  return { ana, eva: { ...eva, ...(await newSession(context, eva.accountId)) } }
}
const leave = ({ patientId: id, token }: { patientId: string; token: string }) =>
  context.sendCall(deletePatient, { id, password: PASSWORD }, { token, from: newClientAddress() })
const copyOf = async ({ patientId: id, token }: { patientId: string; token: string }) =>
  (await context.sendCall(exportPatient, { id, password: PASSWORD }, { token })).body

test('an export holds the patient’s own link and discount, and not who invited them', async () => {
  const { ana, eva } = await friends()
  expect((await copyOf(ana)).invitations).toMatchObject([{ campaign_id: CAMPAIGN_ID, slug: ana.slug }])
  const copy = await copyOf(eva)
  expect(copy.invitationDiscounts).toMatchObject([{ side: 'referee', percentage: 20 }])
  for (const secret of [ana.accountId, ana.patientId, ana.slug]) expect(JSON.stringify(copy)).not.toContain(secret)
})

test('a deleted account loses its discounts, and its link is no longer valid', async () => {
  const { ana, eva } = await friends()
  expect((await leave(ana)).status).toBe(200)
  expect(await context.db`select 1 from referral_discount where account_id = ${ana.accountId}`).toHaveLength(0)
  expect((await context.sendCall(findReferrer, { campaignId: CAMPAIGN_ID, slug: ana.slug })).status).toBe(404)
  expect(await findReferralDiscounts(context.db, eva.patientId)).toHaveLength(1)
  expect((await leave(eva)).status).toBe(200)
  expect(await context.db`select 1 from referral_discount where account_id = ${eva.accountId}`).toHaveLength(0)
})
