import {
  acceptReferral,
  findReferrer,
  listCampaigns,
  listDiscounts,
  myReferrer,
  validatePartnerToken,
} from '@cuida/core/invite/api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockPatientServer, renderPatientScreen } from '../kit/test-patient-screen.ts'
import { platform } from '../platform/platform.ts'
import { pathOf } from '../routes.ts'
import { storeLandingToken } from './invitation-store.ts'
import { CompanyPage, LandingScreen } from './LandingScreen.tsx'
import { ReferralScreen } from './ReferralScreen.tsx'
import { MyDiscounts, ReferScreen } from './ReferScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

describe('a referral link', () => {
  test.each(['REFERRER_NOT_FOUND', 'OWN_LINK', 'ALREADY_INVITED', 'NOT_NEW'])(
    'a link without effect (%s) says why',
    async (code) => {
      const server = mockPatientServer()
      server.reply(listCampaigns, [])
      server.reply(findReferrer, { campaignId: 'c' })
      server.refuse(acceptReferral, code, code === 'REFERRER_NOT_FOUND' ? 404 : 409)
      const page = await renderPatientScreen(<ReferralScreen params={{ slug: 'ana' }} />, { at: '/referral/ana' })
      expect(page.buttons()).not.toContain(t('ui.retry'))
      expect(Object.values(page.links())).toContain(pathOf('home', {}))
    },
  )
})

describe('a company link', () => {
  test("a guest's valid link is stored for registration and leads to Welcome", async () => {
    const server = mockServer()
    server.reply(validatePartnerToken, {
      isTokenVerified: true,
      companyName: 'Talleres',
      firstName: 'Eva',
      lastName: 'Gil',
    })
    storeLandingToken('token')
    await renderPatientScreen(<LandingScreen params={{ companySlug: 'talleres' }} />, { at: '/lp/talleres' })
    expect(currentAddress()).toBe('/welcome')
    expect(server.requestsTo(validatePartnerToken)).toHaveLength(1)
  })
  test('a signed-in patient is asked and does not join automatically', async () => {
    const server = mockPatientServer()
    server.reply(validatePartnerToken, { isTokenVerified: true, companyName: 'Talleres' })
    storeLandingToken('token')
    const page = await renderPatientScreen(<LandingScreen params={{ companySlug: 'talleres' }} />, {
      at: '/lp/talleres',
    })
    expect(page.buttons()).toContain(t('invite.company.join'))
  })
  test.each([
    ['opens the company’s page and leads to the door', true, '/welcome'],
    ['offers the company’s page where the browser blocks it', false, '/lp/talleres'],
  ])('an invalid link %s', async (_, isOpened, address) => {
    const url = 'https://talleres.example/x'
    mockServer().reply(validatePartnerToken, { isTokenVerified: false, redirectUrl: url })
    storeLandingToken('token')
    const open = vi.spyOn(platform(), 'openBeside').mockReturnValue(isOpened)
    const page = await renderPatientScreen(<LandingScreen params={{ companySlug: 'talleres' }} />, {
      at: '/lp/talleres',
      partner: { allowedRedirectHosts: ['talleres.example'] },
    })
    expect(open).toHaveBeenCalledExactlyOnceWith(url)
    expect(currentAddress()).toBe(address)
    if (!isOpened) expect(Object.values(page.links())).toEqual([url, '/welcome'])
  })
  test('an invalid link whose page did not open lets a patient go on, too', async () => {
    mockServer()
    const page = await renderPatientScreen(<CompanyPage page="https://talleres.example/x" isSignedIn={true} />)
    expect(Object.values(page.links())).toEqual(['https://talleres.example/x', pathOf('home', {})])
  })
})

describe('inviting friends', () => {
  test('without a campaign the screen says so', async () => {
    const server = mockPatientServer()
    server.reply(listCampaigns, [])
    server.reply(myReferrer, { slug: 'ana' })
    server.reply(listDiscounts, [])
    expect((await renderPatientScreen(<ReferScreen />)).hasMessage('invite.refer.noneText')).toBe(true)
  })
  test('an available discount is shown, and none otherwise', async () => {
    const server = mockPatientServer()
    server.reply(listDiscounts, [{ id: 'd', discount: { value: 15 } }])
    const page = await renderPatientScreen(<MyDiscounts />)
    expect(page.hasMessage('invite.discounts', { count: 1, percentage: 15 })).toBe(true)
    await page.unmount()
    mockPatientServer().reply(listDiscounts, [])
    expect((await renderPatientScreen(<MyDiscounts />)).text()).toBe('')
  })
})
