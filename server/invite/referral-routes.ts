import { acceptReferral, findReferrer, listCampaigns, myReferrer } from '@cuida/core/invite/api.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../kit/http/serve.ts'
import { spendAtDoor } from '../kit/work/work.ts'
import type { Services } from '../services.ts'
import { runningCampaigns } from './campaigns.ts'
import { REFERRERS_OF_SOURCE } from './rate-limits.ts'
import {
  findReferrer as findReferrerRow,
  hasOrdered,
  insertReferral,
  invitedBy,
  referrerSlug,
} from './referral-store.ts'

/** Friends who bring friends. */
export function referralRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listCampaigns, async (_, { locale }) => runningCampaigns(services, locale))

  serve(app, services, findReferrer, async ({ campaignId, slug }, { db, locale, request, refuse }) => {
    await spendAtDoor(services, request, REFERRERS_OF_SOURCE)
    const asked = runningCampaigns(services, locale).filter(({ id }) => id === campaignId)
    return (await findReferrerRow(db, slug, asked)) ? { slug } : refuse('REFERRER_NOT_FOUND')
  })

  serve(app, services, myReferrer, async ({ campaignId }, { db, caller, locale, refuse }) => {
    const running = runningCampaigns(services, locale).some(({ id }) => id === campaignId)
    return running ? { slug: await referrerSlug(db, caller.accountId, campaignId) } : refuse('CAMPAIGN_NOT_FOUND')
  })

  serve(app, services, acceptReferral, async ({ referralSlug }, { db, caller, locale, request, refuse }) => {
    await spendAtDoor(services, request, REFERRERS_OF_SOURCE)
    const { accountId } = caller
    const campaigns = runningCampaigns(services, locale)
    const referrer = (await findReferrerRow(db, referralSlug, campaigns)) ?? refuse('REFERRER_NOT_FOUND')
    const campaign = campaigns.find(({ id }) => id === referrer.campaignId) ?? refuse('REFERRER_NOT_FOUND')
    if (referrer.accountId === accountId) refuse('OWN_LINK')
    const accepted = { code: referralSlug, campaignId: campaign.id }
    if ((await invitedBy(db, accountId)) === referralSlug) return accepted
    if (await hasOrdered(db, accountId)) refuse('NOT_NEW')
    const isFirst = await db.begin((tx) => insertReferral(tx, referrer, accountId, campaign))
    // Two tabs at once: the one that came second is told what the first was.
    if (!isFirst && (await invitedBy(db, accountId)) !== referralSlug) refuse('ALREADY_INVITED')
    return accepted
  })
}
