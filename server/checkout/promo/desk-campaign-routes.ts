import { type CampaignNumbers, listDeskCampaigns } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import { type Campaign, isRunning } from '@cuida/core/invite/campaign.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../services.ts'
import { type Counted, countCampaigns } from './campaign-store.ts'

/** What friends who bring friends have brought, and cost. */
export function deskCampaignRoutes(app: FastifyInstance, services: Services): void {
  const { content } = services
  serve(app, services, listDeskCampaigns, async (_, { db, now, locale }) => {
    const [campaigns, counted] = await Promise.all([content.campaigns(locale), countCampaigns(db)])
    const numbersOf = (id: string): Counted =>
      counted.find((each) => each.id === id) ?? { id, referrers: 0, joined: 0, given: 0, used: 0, givenAway: 0 }
    const gone = counted.filter(({ id }) => !campaigns.some((campaign) => campaign.id === id))
    const items = [
      ...campaigns.map((campaign) => ({ ...promiseOf(campaign, now()), ...numbersOf(campaign.id) })),
      ...gone.map((numbers) => ({ ...FORGOTTEN, ...numbers })),
    ]
    return { items: items.map((item) => ({ ...item, currency: services.config.currency })) }
  })
}

type Promised = Omit<CampaignNumbers, keyof Counted | 'currency'>

const promiseOf = (campaign: Campaign, now: Date): Promised => ({
  name: campaign.name,
  isRunning: isRunning(campaign, now),
  startsAt: campaign.startsAt,
  endsAt: campaign.endsAt,
  refereePercentage: campaign.discount.value,
  referrerPercentage: campaign.referrerDiscount?.value ?? null,
})

const FORGOTTEN: Promised = {
  name: null,
  isRunning: false,
  startsAt: null,
  endsAt: null,
  refereePercentage: null,
  referrerPercentage: null,
}
