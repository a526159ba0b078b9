import { acceptReferral, joinCompany, myReferrer, validatePartnerToken } from '@cuida/core/invite/api.ts'
import { asks, given, leaving, reading } from '@cuida/ui/client/session/test-leaving.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAcceptedReferral, useJoinCompany, useMyLink, useValidatedLink } from './queries.ts'

const link = { companySlug: 'acme', token: 'of-lucia' }

// A link of mine begins with the page's own origin.
beforeEach(() => void vi.stubGlobal('location', { origin: 'https://clinic.example' }))
afterEach(() => void vi.unstubAllGlobals())

test.each([
  [
    'a friend’s link counts for who is signed in',
    reading(() => useAcceptedReferral('ana-x1', true)),
    asks(acceptReferral, { referralSlug: 'ana-x1' }),
  ],
  ['my own link of a campaign', reading(() => useMyLink('spring')), asks(myReferrer, { campaignId: 'spring' })],
  ['a company’s link is validated whole', reading(() => useValidatedLink(link)), asks(validatePartnerToken, link)],
  ['a company is joined by its link', () => given(useJoinCompany).mutateAsync(link), asks(joinCompany, link)],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))
