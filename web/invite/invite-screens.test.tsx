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
import { patient, renderPatientScreen } from '../kit/test-patient-screen.ts'
import { platform } from '../platform/platform.ts'
import { pathOf } from '../routes.ts'
import { keepLandingToken } from './kept.ts'
import { CompanyPage, LandingScreen } from './LandingScreen.tsx'
import { ReferralScreen } from './ReferralScreen.tsx'
import { MyDiscounts, ReferScreen } from './ReferScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

describe('a friend’s link', () => {
  test.each(['REFERRER_NOT_FOUND', 'OWN_LINK', 'ALREADY_INVITED', 'NOT_NEW'])(
    'that gives nothing (%s) says why',
    async (code) => {
      const server = patient()
      server.reply(listCampaigns, [])
      server.reply(findReferrer, { campaignId: 'c' })
      server.refuse(acceptReferral, code, code === 'REFERRER_NOT_FOUND' ? 404 : 409)
      const page = await renderPatientScreen(<ReferralScreen params={{ slug: 'ana' }} />, { at: '/referral/ana' })
      expect(page.buttons()).not.toContain(t('ui.retry'))
      expect(Object.values(page.links())).toContain(pathOf('home', {}))
    },
  )
})

describe('a company’s link', () => {
  test('of a stranger that is good is kept for the registration, and leads to the door', async () => {
    const server = mockServer()
    server.reply(validatePartnerToken, {
      isTokenVerified: true,
      companyName: 'Talleres',
      firstName: 'Eva',
      lastName: 'Gil',
    })
    keepLandingToken('token')
    await renderPatientScreen(<LandingScreen params={{ companySlug: 'talleres' }} />, { at: '/lp/talleres' })
    expect(currentAddress()).toBe('/welcome')
    expect(server.requestsTo(validatePartnerToken)).toHaveLength(1)
  })
  test('of who has an account is asked about, and ties nobody', async () => {
    const server = patient()
    server.reply(validatePartnerToken, { isTokenVerified: true, companyName: 'Talleres' })
    keepLandingToken('token')
    const page = await renderPatientScreen(<LandingScreen params={{ companySlug: 'talleres' }} />, {
      at: '/lp/talleres',
    })
    expect(page.buttons()).toContain(t('invite.company.join'))
  })
  test.each([
    ['opens the company’s page and leads to the door', true, '/welcome'],
    ['offers the company’s page where the browser blocks it', false, '/lp/talleres'],
  ])('that is not good %s', async (_, isOpened, address) => {
    const url = 'https://talleres.example/x'
    mockServer().reply(validatePartnerToken, { isTokenVerified: false, redirectUrl: url })
    keepLandingToken('token')
    const open = vi.spyOn(platform(), 'openBeside').mockReturnValue(isOpened)
    const page = await renderPatientScreen(<LandingScreen params={{ companySlug: 'talleres' }} />, {
      at: '/lp/talleres',
      partner: { allowedRedirectHosts: ['talleres.example'] },
    })
    expect(open).toHaveBeenCalledExactlyOnceWith(url)
    expect(currentAddress()).toBe(address)
    if (!isOpened) expect(Object.values(page.links())).toEqual([url, '/welcome'])
  })
  test('that is not good and was opened by nobody leads on for a patient, too', async () => {
    mockServer()
    const page = await renderPatientScreen(<CompanyPage page="https://talleres.example/x" isSignedIn={true} />)
    expect(Object.values(page.links())).toEqual(['https://talleres.example/x', pathOf('home', {})])
  })
})

describe('inviting', () => {
  test('says that there is no campaign', async () => {
    const server = patient()
    server.reply(listCampaigns, [])
    server.reply(myReferrer, { slug: 'ana' })
    server.reply(listDiscounts, [])
    expect((await renderPatientScreen(<ReferScreen />)).hasMessage('invite.refer.noneText')).toBe(true)
  })
  test('tells of a discount that waits, and of none where there is none', async () => {
    const server = patient()
    server.reply(listDiscounts, [{ id: 'd', discount: { value: 15 } }])
    const page = await renderPatientScreen(<MyDiscounts />)
    expect(page.hasMessage('invite.discounts', { count: 1, percentage: 15 })).toBe(true)
    await page.unmount()
    patient().reply(listDiscounts, [])
    expect((await renderPatientScreen(<MyDiscounts />)).text()).toBe('')
  })
})
