import { closeConsultation, recordCall } from '@cuida/core/care/queue/desk-api.ts'
import { expect, test } from 'vitest'
import { acceptInvitations } from '../../invite/accept-invitations.ts'
import { createReferrer } from '../../invite/test-invitations.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertCall, joinBothSides } from '../test-people.ts'

const context = await createTestContext()

test.each([
  ['earns the inviter’s discount after a conversation', 'completed', 1],
  ['earns no discount after a technical failure', 'technical-failure', 0],
] as const)('the end of an invited patient’s consultation %s', async (_, outcome, discounts) => {
  const ana = await createReferrer(context)
  const { id, patient, clinician } = await insertCall(context)
  const campaigns = context.services.content.campaigns('en')
  await context.db.begin((tx) => acceptInvitations(tx, patient, { campaigns, referralSlug: ana.slug }))
  const earned = () => context.db`
    select 1 from referral_discount where account_id = ${ana.accountId} and earned_at is not null`
  expect(await earned()).toHaveLength(0)
  await joinBothSides(context, id)
  await context.sendCall(recordCall, { id, medium: 'video', event: 'completed' }, { token: clinician.token })
  const body = { id, text: 'Rest.', outcome }
  expect((await context.sendCall(closeConsultation, body, { token: clinician.token })).status).toBe(204)
  expect(await earned()).toHaveLength(discounts)
})
