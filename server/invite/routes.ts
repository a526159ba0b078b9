import {
  acceptReferral,
  findReferrer,
  joinCompany,
  listCampaigns,
  myReferrer,
  validatePartnerToken,
} from '@cuida/core/invite/api.ts'
import { isAllowedRedirect } from '@cuida/core/invite/redirect.ts'
import type { FastifyInstance } from 'fastify'
import { notifyChanged } from '../kit/db/changes.ts'
import { asSystem } from '../kit/db/row-security.ts'
import { Unauthorized } from '../kit/http/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { consumePerAddress } from '../kit/proof-of-work/proof-of-work.ts'
import type { Services } from '../services.ts'
import { runningCampaigns } from './campaigns.ts'
import { findHolderPatientId, findJoinedCompany, findRedirect, joinByLink, validateLink } from './company-store.ts'
import { deskCompanyRoutes, deskLinkRoutes } from './desk-company-routes.ts'
import { COMPANY_LINKS_PER_ADDRESS, REFERRERS_PER_ADDRESS } from './rate-limits.ts'
import {
  ensureReferrerSlug,
  findReferrer as findReferrerRow,
  findReferrerSlug,
  hasOrdered,
  insertReferral,
} from './referral-store.ts'

const NOBODY = { companyName: null, firstName: null, lastName: null, email: null }

function companyRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, validatePartnerToken, async (link, { db, request }) => {
    await consumePerAddress(services, request, COMPANY_LINKS_PER_ADDRESS)
    const employee = await validateLink(db, link)
    if (employee) return { isTokenVerified: true, redirectUrl: null, ...employee }
    const url = await findRedirect(db, link.companySlug)
    const redirectUrl = url && isAllowedRedirect(url, services.config.allowedRedirectHosts) ? url : null
    return { isTokenVerified: false, redirectUrl, ...NOBODY }
  })

  serve(app, services, joinCompany, async (link, { db, caller, request, refuse }) => {
    await consumePerAddress(services, request, COMPANY_LINKS_PER_ADDRESS)
    const patientId = await findHolderPatientId(db, caller.accountId)
    if (!patientId) throw new Unauthorized()
    const companyName = await db.begin(async (tx) => {
      const joined = await joinByLink(tx, link, patientId)
      if (joined) await notifyChanged(tx, [`account:${caller.accountId}`])
      return joined ?? (await findJoinedCompany(tx, link, patientId))
    })
    return companyName ? { companyName } : refuse('LINK_NOT_GOOD')
  })
}

export function inviteRoutes(app: FastifyInstance, services: Services): void {
  referralRoutes(app, services)
  companyRoutes(app, services)
  deskCompanyRoutes(app, services)
  deskLinkRoutes(app, services)
}

function referralRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listCampaigns, async (_, { locale }) => runningCampaigns(services, locale))

  serve(app, services, findReferrer, async ({ campaignId, slug }, { db, locale, request, refuse }) => {
    await consumePerAddress(services, request, REFERRERS_PER_ADDRESS)
    const matchingCampaigns = runningCampaigns(services, locale).filter(({ id }) => id === campaignId)
    return (await findReferrerRow(db, slug, matchingCampaigns)) ? { slug } : refuse('REFERRER_NOT_FOUND')
  })

  serve(app, services, myReferrer, async ({ campaignId }, { db, caller, locale, refuse }) => {
    const running = runningCampaigns(services, locale).some(({ id }) => id === campaignId)
    return running ? { slug: await ensureReferrerSlug(db, caller.accountId, campaignId) } : refuse('CAMPAIGN_NOT_FOUND')
  })

  serve(app, services, acceptReferral, async ({ referralSlug }, { db, caller, locale, request, refuse }) => {
    await consumePerAddress(services, request, REFERRERS_PER_ADDRESS)
    const { accountId } = caller
    const campaigns = runningCampaigns(services, locale)
    const referrer = (await findReferrerRow(db, referralSlug, campaigns)) ?? refuse('REFERRER_NOT_FOUND')
    const campaign = campaigns.find(({ id }) => id === referrer.campaignId) ?? refuse('REFERRER_NOT_FOUND')
    if (referrer.accountId === accountId) refuse('OWN_LINK')
    const accepted = { code: referralSlug, campaignId: campaign.id }
    if ((await findReferrerSlug(db, accountId)) === referralSlug) return accepted
    if (await hasOrdered(db, accountId)) refuse('NOT_NEW')
    const isFirst = await asSystem(() => db.begin((tx) => insertReferral(tx, referrer, accountId, campaign)))
    // Two tabs at once: the later request gets the answer of the first when both used the same link.
    if (!isFirst && (await findReferrerSlug(db, accountId)) !== referralSlug) refuse('ALREADY_INVITED')
    return accepted
  })
}
