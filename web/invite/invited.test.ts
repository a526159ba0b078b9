import { getPrice } from '@cuida/core/checkout/order/api.ts'
import {
  acceptReferral,
  findReferrer,
  joinCompany,
  listCampaigns,
  listDiscounts,
  myReferrer,
  validatePartnerToken,
} from '@cuida/core/invite/api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { type CallDeclarationKey, callKey } from '@cuida/ui/client/queries/query-key.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { useQuery } from '@tanstack/react-query'
import { beforeEach, describe, expect, test } from 'vitest'
import { knownCampaign, runningCampaigns } from './campaigns.ts'
import {
  forgetCompany,
  forgetInvitations,
  forgetLandingToken,
  forgetReferral,
  landingToken,
  storeAnonymousUser,
  storedAnonymousUser,
  storedCampaign,
  storedReferral,
  storeLandingToken,
  storeReferral,
} from './invitation-store.ts'
import {
  useAcceptedReferral,
  useCampaigns,
  useDiscounts,
  useJoinCompany,
  useMyLink,
  useReferredTo,
  useValidatedLink,
} from './queries.ts'

beforeEach(() => loadMessages('en', {}))
const spring = { id: 'spring' }
const autumn = { id: 'autumn' }

describe('stored invitations', () => {
  const lucia = { firstName: 'Lucía', lastName: 'R', email: 'l@acme.example', companyName: 'Acme' }
  const user = { ...lucia, companySlug: 'acme', landingPageToken: 't' }
  const storedInvitations = () => [storedReferral(), storedCampaign(), landingToken(), storedAnonymousUser()]
  const keepAll = () => {
    storeReferral('ana-x1', 'spring')
    storeLandingToken('t')
    storeAnonymousUser(user)
  }
  test('invitations are empty at first and stored completely', () => {
    expect(storedInvitations()).toEqual([undefined, undefined, undefined, undefined])
    keepAll()
    expect(storedInvitations()).toEqual(['ana-x1', 'spring', 't', user])
  })
  test.each([
    ['a referral link', forgetReferral, [undefined, undefined, 't', user]],
    ['a company token', forgetLandingToken, ['ana-x1', 'spring', undefined, user]],
    ['a company', forgetCompany, ['ana-x1', 'spring', undefined, undefined]],
    ['all invitations', forgetInvitations, [undefined, undefined, undefined, undefined]],
  ])('invitations are stored without %s', (_, forget, expected) => {
    keepAll()
    forget()
    expect(storedInvitations()).toEqual(expected)
  })
  test('only a referral link outlives the tab, and it names nobody', () => {
    keepAll()
    expect(
      ['referralSlug', 'anonymousUser', 'landingPageToken', 'referralCampaign'].map((key) => localStorage.getItem(key)),
    ).toEqual([...['ana-x1', null, null, null]])
  })
})

describe('campaigns', () => {
  test('running campaigns are cached in the language of the reply', async () => {
    const server = mockServer()
    server.reply(listCampaigns, [spring, autumn] as never)
    expect(await runningCampaigns()).toEqual([spring, autumn])
    expect(server.requestsTo(listCampaigns).map(({ query }) => query.get('active'))).toEqual(['true'])
    expect([knownCampaign('autumn'), knownCampaign('winter'), knownCampaign(undefined)]).toEqual([
      ...[autumn, undefined, undefined],
    ])
    loadMessages('es', {})
    expect(knownCampaign('autumn')).toBeUndefined()
  })
  test('campaigns are fetched in each language', async () => {
    const server = mockServer()
    server.reply(listCampaigns, [spring] as never)
    const screen = await renderHookWithQueries(useCampaigns)
    expect(screen.current().data).toEqual([spring])
    await actAndFlush(() => loadMessages('es', {}))
    await screen.rerender()
    expect(server.requestsTo(listCampaigns)).toHaveLength(2)
  })
})

describe('a referral link', () => {
  const referred = async (slug = 'ana-x1', enabled = true) => {
    const server = mockServer()
    server.reply(listCampaigns, [spring, autumn] as never)
    server.reply(findReferrer, ({ path }) =>
      path.includes('/autumn/') ? { slug } : Response.json({ code: 'REFERRER_NOT_FOUND' }, { status: 404 }),
    )
    return { server, ask: () => renderHookWithQueries(() => useReferredTo(slug, enabled)) }
  }
  test('a link belongs to the first campaign that knows it', async () => {
    const { server, ask } = await referred()
    expect((await ask()).current().data).toBe('autumn')
    expect(server.requestsTo(findReferrer).map(({ path }) => path)).toEqual([
      '/v1/campaigns/spring/referrers/ana-x1',
      '/v1/campaigns/autumn/referrers/ana-x1',
    ])
  })
  test.each([404, 400])('a link that no campaign knows (%i) is invalid', async (status) => {
    const { server, ask } = await referred()
    server.refuse(findReferrer, 'REFERRER_NOT_FOUND', status)
    expect((await ask()).current()).toMatchObject({ data: null, isError: false })
  })
  test.each([429, 500, 503])(
    'a link whose check failed (%i) is neither valid nor invalid, and fetched once',
    async (status) => {
      const { server, ask } = await referred()
      server.refuse(findReferrer, 'UNEXPECTED', status)
      const screen = await ask()
      expect(screen.current()).toMatchObject({ data: undefined, isError: true })
      expect(server.requestsTo(findReferrer)).toHaveLength(1)
    },
  )
  test('a link is not checked before the screen is ready', async () => {
    const { server, ask } = await referred('ana-x1', false)
    await ask()
    const accepted = mockServer()
    await renderHookWithQueries(() => useAcceptedReferral('ana-x1', false))
    expect([...server.requests, ...accepted.requests]).toEqual([])
  })
  test('a link is redeemed by its slug once while the screen is open', async () => {
    freezeTime()
    const server = mockServer()
    server.reply(acceptReferral, ({ body }) => ({ code: JSON.stringify(body), campaignId: 'spring' }))
    const both = () => [useAcceptedReferral('one', true), useAcceptedReferral('two', true)]
    const screen = await renderHookWithQueries(both)
    await advanceTime(3_600_000)
    await screen.rerender()
    expect(screen.current().map(({ data }) => data?.code)).toEqual(['{"referralSlug":"one"}', '{"referralSlug":"two"}'])
    expect(server.requestsTo(acceptReferral)).toHaveLength(2)
  })
  test("the patient's own link is a full URL, one per campaign", async () => {
    mockServer().reply(myReferrer, ({ path }) => ({ slug: path.includes('spring') ? 's1' : 'a1' }))
    const screen = await renderHookWithQueries(() => [useMyLink('spring'), useMyLink('autumn')], { at: '/refer' })
    const links = screen.current().map(({ data }) => data)
    expect(links).toEqual([expect.stringMatching(/^https:\/\/cuida\.test\/.*s1$/), expect.stringMatching(/a1$/)])
  })
})

test('discounts belong to one person, and a guest has none', async () => {
  const server = mockServer()
  server.reply(listDiscounts, ({ path }) => [{ code: path }] as never)
  const screen = await renderHookWithQueries(() => [useDiscounts('one'), useDiscounts('two'), useDiscounts(undefined)])
  expect(screen.current().map(({ data }) => data?.[0]?.code)).toEqual([
    ...['/v1/patients/one/discounts', '/v1/patients/two/discounts', undefined],
  ])
  expect(server.requests).toHaveLength(2)
})

describe('a company link', () => {
  const link = { companySlug: 'acme', token: 'of-lucia' }
  test('a link is validated once, and not without a token', async () => {
    freezeTime()
    const server = mockServer()
    server.reply(validatePartnerToken, ({ body }) => ({ companyName: JSON.stringify(body) }))
    const all = () => [
      useValidatedLink(link),
      useValidatedLink({ ...link, token: 'other' }),
      useValidatedLink(undefined),
    ]
    const screen = await renderHookWithQueries(all)
    await advanceTime(3_600_000)
    expect(screen.current().map(({ data }) => data?.companyName)).toEqual([
      ...[JSON.stringify(link), JSON.stringify({ ...link, token: 'other' }), undefined],
    ])
    expect(server.requestsTo(validatePartnerToken)).toHaveLength(2)
  })
  test('a joined company changes profile and prices; an invalid link changes nothing', async () => {
    const server = mockServer()
    let fetchCount = 0
    const ofMine = (declared: CallDeclarationKey) =>
      useQuery({ queryKey: callKey(declared), queryFn: () => ++fetchCount })
    const screen = await renderHookWithQueries(() => ({
      join: useJoinCompany(),
      me: ofMine(me),
      price: ofMine(getPrice),
      other: ofMine({ method: 'GET', path: '/x' }),
    }))
    expect(fetchCount).toBe(3)
    server.refuse(joinCompany, 'LINK_NOT_GOOD')
    await screen.act(({ join }) => join.mutate(link))
    expect(fetchCount).toBe(3)
    server.reply(joinCompany, { companyName: 'Acme' })
    await screen.act(({ join }) => join.mutate(link))
    expect(server.requestsTo(joinCompany).at(-1)).toMatchObject({ body: link })
    expect(fetchCount).toBe(5)
    expect(server.requestsTo(me)).toEqual([])
  })
})
