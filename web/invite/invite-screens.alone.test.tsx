import {
  acceptReferral,
  findReferrer,
  listCampaigns,
  listDiscounts,
  myReferrer,
  validatePartnerToken,
} from '@cuida/core/invite/api.ts'
import { playServer, stopClock } from '@cuida/ui/client/session/test-living.ts'
import { address } from '@cuida/ui/client/session/test-page.ts'
import { t } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStorage } from '../../ui/client/session/test-storage.ts'
import { drawn, patient } from '../kit/test-shown.ts'
import { pathOf } from '../routes.ts'
import { CompanyPage } from './CompanyPage.tsx'
import { keepLandingToken } from './kept.ts'
import { LandingScreen } from './LandingScreen.tsx'
import { MyDiscounts } from './MyDiscounts.tsx'
import { ReferralScreen } from './ReferralScreen.tsx'
import { ReferScreen } from './ReferScreen.tsx'

emptyStorage()
beforeEach(() => stopClock('2026-11-26T10:00:00Z'))

describe('a friend’s link', () => {
  test.each(['REFERRER_NOT_FOUND', 'OWN_LINK', 'ALREADY_INVITED', 'NOT_NEW'])(
    'that gives nothing (%s) says why',
    async (code) => {
      const server = patient()
      server.answer(listCampaigns, [])
      server.answer(findReferrer, { campaignId: 'c' })
      server.refuse(acceptReferral, code, code === 'REFERRER_NOT_FOUND' ? 404 : 409)
      const page = await drawn(<ReferralScreen params={{ slug: 'ana' }} />, { at: '/referral/ana' })
      expect(page.buttons()).not.toContain(t('ui.retry'))
      expect(Object.values(page.links())).toContain(pathOf('home', {}))
    },
  )
})

describe('a company’s link', () => {
  test('of a stranger that is good is kept for the registration, and leads to the door', async () => {
    const server = playServer()
    server.answer(validatePartnerToken, {
      isTokenVerified: true,
      companyName: 'Talleres',
      firstName: 'Eva',
      lastName: 'Gil',
    })
    keepLandingToken('token')
    await drawn(<LandingScreen params={{ companySlug: 'talleres' }} />, { at: '/lp/talleres' })
    expect(address()).toBe('/welcome')
    expect(server.heard(validatePartnerToken)).toHaveLength(1)
  })
  test('of who has an account is asked about, and ties nobody', async () => {
    const server = patient()
    server.answer(validatePartnerToken, { isTokenVerified: true, companyName: 'Talleres' })
    keepLandingToken('token')
    const page = await drawn(<LandingScreen params={{ companySlug: 'talleres' }} />, { at: '/lp/talleres' })
    expect(page.buttons()).toContain(t('invite.company.join'))
  })
  test('that is not good leads to the company’s own page by a press, or on', async () => {
    playServer()
    const page = await drawn(<CompanyPage page="https://talleres.example/x" isSignedIn={false} />)
    expect(Object.values(page.links())).toEqual(['https://talleres.example/x', '/welcome'])
  })
})

describe('inviting', () => {
  test('says that there is no campaign', async () => {
    const server = patient()
    server.answer(listCampaigns, [])
    server.answer(myReferrer, { slug: 'ana' })
    server.answer(listDiscounts, [])
    expect((await drawn(<ReferScreen />)).says('invite.refer.noneText')).toBe(true)
  })
  test('tells of a discount that waits, and of none where there is none', async () => {
    const server = patient()
    server.answer(listDiscounts, [{ id: 'd', discount: { value: 15 } }])
    const page = await drawn(<MyDiscounts />)
    expect(page.says('invite.discounts', { count: 1, percentage: 15 })).toBe(true)
    await page.leave()
    patient().answer(listDiscounts, [])
    expect((await drawn(<MyDiscounts />)).text()).toBe('')
  })
})
