import { type CampaignNumbers, listDeskCampaigns } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import {
  createPromoCode,
  disablePromoCode,
  listPromoCodes,
  type PromoWish,
} from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { type Campaign, isRunning } from '@cuida/core/invite/campaign.ts'
import type { FastifyInstance } from 'fastify'
import { audit, type Deed } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db/db.ts'
import { type Handler, serve } from '../../kit/http/serve.ts'
import { holdActive } from '../../kit/session/staff-store.ts'
import type { Services } from '../../services.ts'
import {
  type Counted,
  countCampaigns,
  disableCode,
  findPromoCode,
  findPromoCodes,
  insertPromoCode,
} from './desk-promo-store.ts'

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

/** What clinical managers give away by name. A code is made and disabled, never changed: people have read its promise. */
export function deskPromoRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listPromoCodes, async (query, { db, locale }) => {
    const page = Number(query.page)
    const pageSize = Number(query.pageSize)
    const [found, products] = await Promise.all([
      findPromoCodes(db, { page, pageSize }),
      services.content.products(locale),
    ])
    return { ...found, page, pageSize, offered: products.map(({ id, name }) => ({ id, name })) }
  })
  serve(app, services, createPromoCode, creating(services))
  serve(app, services, disablePromoCode, disabling(services))
}

function creating(services: Services): Handler<typeof createPromoCode> {
  return async ({ reason, ...wish }, { db, now, caller: { staffId }, locale, refuse }) => {
    if (hasReversedDates(wish, now())) refuse('DATES_REVERSED')
    if (!(await areOffered(services, wish, locale))) refuse('PRODUCT_NOT_FOUND')
    return db.begin(async (tx) => {
      const id = (await insertPromoCode(tx, { ...wish, createdBy: staffId })) ?? refuse('CODE_TAKEN')
      const { code, percentage, mostUses } = wish
      await record(services, tx, staffId, {
        act: 'create-promo-code',
        id,
        reason,
        detail: { code, percentage, mostUses },
      })
      return (await findPromoCode(tx, id)) ?? refuse('CODE_TAKEN')
    })
  }
}

function disabling(services: Services): Handler<typeof disablePromoCode> {
  return async ({ id, reason }, { db, caller: { staffId }, refuse }) =>
    db.begin(async (tx) => {
      const before = (await findPromoCode(tx, id)) ?? refuse('PROMO_CODE_NOT_FOUND')
      if (!(await disableCode(tx, id))) refuse('CHANGED_MEANWHILE')
      await record(services, tx, staffId, { act: 'disable-promo-code', id, reason, detail: { code: before.code } })
      return (await findPromoCode(tx, id)) ?? refuse('PROMO_CODE_NOT_FOUND')
    })
}

interface PromoDeed {
  act: 'create-promo-code' | 'disable-promo-code'
  id: string
  reason: string
  detail: Deed['detail']
}

/** In the transaction of the deed; a manager who was blocked a moment ago does nothing any more. */
async function record({ secrets }: Services, tx: Tx, staffId: string, { act, id, reason, detail = {} }: PromoDeed) {
  await holdActive(tx, staffId)
  await audit(tx, secrets, { staffId, act, subject: { kind: 'promo-code', id }, reason, detail })
}

const hasReversedDates = ({ validFrom, validUntil }: PromoWish, now: Date): boolean =>
  validUntil !== null && Date.parse(validUntil) <= (validFrom ? Date.parse(validFrom) : now.getTime())

async function areOffered({ content }: Services, { products }: PromoWish, locale: string): Promise<boolean> {
  if (!products) return true
  const ids = new Set(content.products(locale).map(({ id }) => id))
  return products.every((id) => ids.has(id))
}
