import { acceptReferral, findReferrer, joinCompany, validatePartnerToken } from '@cuida/core/invite/api.ts'
import { expect, test } from 'vitest'
import { newPatient, newSession } from '../access/test-people.ts'
import { heardWorld } from '../testing/test-worlds.ts'
import { CAMPAIGN, newCompany, newReferrer, register } from './test-invitations.ts'

const { world, lines } = await heardWorld()

test('no log line holds a link, an employee’s name or e-mail, or a token, even when the database fails', async () => {
  const { slug } = await newReferrer(world)
  const { link } = await newCompany(world)
  await world.tell(findReferrer, { campaignId: CAMPAIGN, slug })
  await world.tell(validatePartnerToken, link)
  await register(world, { referralSlug: slug, b2bCompanySlug: link.companySlug, b2bToken: link.token })
  const { token } = await newSession(world, (await newPatient(world)).accountId)
  await world.tell(joinCompany, link, { token })
  await world.app.inject({ url: `/lp/${link.companySlug}?token=${link.token}` })
  await world.app.inject({ url: `/referral/${slug}` })
  await world.db.unsafe('alter table company_link rename to lost; alter table referrer rename to lost_too')
  expect((await world.tell(validatePartnerToken, link)).status).toBe(500)
  expect((await world.tell(acceptReferral, { referralSlug: slug }, { token })).status).toBe(500)

  const log = lines.join('')
  expect(log).toContain('/v1/b2b/validate-partner-token')
  expect(log).toContain('request failed')
  for (const secret of [slug, link.token, link.companySlug, 'Casilda', 'Sorolla', 'casilda.sorolla', 'Huerta'])
    expect(log).not.toContain(secret)
})
