import { acceptReferral, findReferrer, joinCompany, validatePartnerToken } from '@cuida/core/invite/api.ts'
import { expect, test } from 'vitest'
import { newPatient, newSession } from '../access/test-people.ts'
import { createLoggedTestContext } from '../testing/test-contexts.ts'
import { CAMPAIGN_ID, createReferrer, insertCompany, registerInvited } from './test-invitations.ts'

const { context, lines } = await createLoggedTestContext()

test('no log line holds a link, an employee’s name or e-mail, or a token, even when the database fails', async () => {
  const { slug } = await createReferrer(context)
  const { link } = await insertCompany(context)
  await context.sendCall(findReferrer, { campaignId: CAMPAIGN_ID, slug })
  await context.sendCall(validatePartnerToken, link)
  await registerInvited(context, { referralSlug: slug, b2bCompanySlug: link.companySlug, b2bToken: link.token })
  const { token } = await newSession(context, (await newPatient(context)).accountId)
  await context.sendCall(joinCompany, link, { token })
  await context.app.inject({ url: `/lp/${link.companySlug}?token=${link.token}` })
  await context.app.inject({ url: `/referral/${slug}` })
  await context.owner.unsafe('alter table company_link rename to lost; alter table referrer rename to lost_too')
  expect((await context.sendCall(validatePartnerToken, link)).status).toBe(500)
  expect((await context.sendCall(acceptReferral, { referralSlug: slug }, { token })).status).toBe(500)

  const log = lines.join('')
  expect(log).toContain('/v1/b2b/validate-partner-token')
  expect(log).toContain('request failed')
  for (const secret of [slug, link.token, link.companySlug, 'Casilda', 'Sorolla', 'casilda.sorolla', 'Huerta'])
    expect(log).not.toContain(secret)
})
