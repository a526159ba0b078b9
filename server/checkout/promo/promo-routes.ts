import { type CampaignNumbers, listDeskCampaigns } from '@cuida/core/checkout/promo/desk-campaign-api.ts'
import {
  createPromoCode,
  disablePromoCode,
  listPromoCodes,
  type PromoInput,
} from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { deletePromoCode, getPromoCode, putPromoCode } from '@cuida/core/checkout/promo/promo-api.ts'
import { listDiscounts } from '@cuida/core/invite/api.ts'
import { type Campaign, isRunning } from '@cuida/core/invite/campaign.ts'
import type { FastifyInstance } from 'fastify'
import { findProduct } from '../../booking/calendar/offer.ts'
import { findCart, lockCart } from '../../booking/cart/cart-store.ts'
import { findReferralDiscounts } from '../../invite/discount-store.ts'
import { type AuditEntry, audit } from '../../kit/audit.ts'
import type { Tx } from '../../kit/db/db.ts'
import { type Handler, serve } from '../../kit/http/serve.ts'
import { lockActiveStaff } from '../../kit/session/staff-store.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { discountsFor, priceFor } from '../price/pricing.ts'
import { applyPromoCode, cartPromo } from './apply-promo-code.ts'
import {
  type CampaignTotals,
  countCampaigns,
  disableCode,
  findPromoCode,
  findPromoCodes,
  insertPromoCode,
} from './desk-promo-store.ts'
import { setPromoOfCart } from './promo-store.ts'

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

const hasReversedDates = ({ validFrom, validUntil }: PromoInput, now: Date): boolean =>
  validUntil !== null && Date.parse(validUntil) <= (validFrom ? Date.parse(validFrom) : now.getTime())

/** The promo code of a cart. Only an order redeems it (create-order.ts). */
export function promoRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, putPromoCode, ({ sessionKey, code }, { caller, locale, request, refuse }) =>
    applyPromoCode(services, { sessionKey, code, accountId: caller?.accountId, locale, request, refuse }),
  )

  serve(app, services, getPromoCode, async ({ sessionKey }, { db, caller, locale, refuse }) => {
    const cart = (await findCart(db, sessionKey, caller?.accountId)) ?? refuse('CART_NOT_FOUND')
    if (cart.isExpired && !cart.isOrdered) refuse('CART_EXPIRED')
    const product = (await findProduct(services, cart.content.productId, locale)) ?? refuse('PRODUCT_NOT_FOUND')
    const accountId = caller?.accountId
    const discounts = await discountsFor(db, product, cart, accountId)
    if (!discounts.promo) return { promoCode: null, warning: null }
    const { warning } = await priceFor(db, product, cart.content.patientId, discounts)
    return cartPromo(discounts.promo, warning, accountId)
  })

  serve(app, services, deletePromoCode, async ({ sessionKey }, { db, caller, refuse }) => {
    await db.begin(async (tx) => {
      const cart = (await lockCart(tx, sessionKey, caller?.accountId)) ?? refuse('CART_NOT_FOUND')
      if (cart.isExpired || cart.isOrdered) refuse('CART_EXPIRED')
      await setPromoOfCart(tx, cart.id, null)
    })
    return null
  })
}

/** The patient's referral discounts for the next order (A7.11). */
export function discountRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listDiscounts, async ({ patientId }, { db, caller, locale, refuse }) => {
    if (!(await patientOf(db, caller.accountId, patientId))) refuse('PATIENT_NOT_FOUND')
    const [discounts, campaigns] = await Promise.all([
      findReferralDiscounts(db, patientId),
      services.content.campaigns(locale),
    ])
    return discounts.map(({ code, campaignId, percentage }) => ({
      code,
      // A discount stays valid after its campaign has ended, and then has no name.
      campaign: { id: campaignId, name: campaigns.find(({ id }) => id === campaignId)?.name ?? '' },
      discount: { value: percentage, valueType: 'PERCENTAGE' as const },
    }))
  })
}

export function deskCampaignRoutes(app: FastifyInstance, services: Services): void {
  const { content } = services
  serve(app, services, listDeskCampaigns, async (_, { db, now, locale }) => {
    const [campaigns, counted] = await Promise.all([content.campaigns(locale), countCampaigns(db)])
    const numbersOf = (id: string): CampaignTotals =>
      counted.find((each) => each.id === id) ?? { id, referrers: 0, joined: 0, given: 0, used: 0, givenAway: 0 }
    const removedCampaigns = counted.filter(({ id }) => !campaigns.some((campaign) => campaign.id === id))
    const items = [
      ...campaigns.map((campaign) => ({ ...promiseOf(campaign, now()), ...numbersOf(campaign.id) })),
      ...removedCampaigns.map((numbers) => ({ ...FORGOTTEN, ...numbers })),
    ]
    return { items: items.map((item) => ({ ...item, currency: services.config.currency })) }
  })
}

type Promised = Omit<CampaignNumbers, keyof CampaignTotals | 'currency'>

/**
 * Promo codes at the desk. A code can be created and disabled but never changed, because people have read its terms.
 */
export function deskPromoRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listPromoCodes, async (query, { db, locale }) => {
    const [found, products] = await Promise.all([findPromoCodes(db, query), services.content.products(locale)])
    return { ...found, offered: products.map(({ id, name }) => ({ id, name })) }
  })
  serve(app, services, createPromoCode, creating(services))
  serve(app, services, disablePromoCode, disabling(services))
}

function creating(services: Services): Handler<typeof createPromoCode> {
  return async ({ reason, ...input }, { db, now, caller: { staffId }, locale, refuse }) => {
    if (hasReversedDates(input, now())) refuse('DATES_REVERSED')
    if (!(await areOffered(services, input, locale))) refuse('PRODUCT_NOT_FOUND')
    return db.begin(async (tx) => {
      const id = (await insertPromoCode(tx, { ...input, createdBy: staffId })) ?? refuse('CODE_TAKEN')
      const { code, percentage, mostUses } = input
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

interface PromoAction {
  act: 'create-promo-code' | 'disable-promo-code'
  id: string
  reason: string
  detail: AuditEntry['detail']
}

/** Writes the audit row in the transaction of the action. Throws when the manager was blocked meanwhile. */
async function record({ secrets }: Services, tx: Tx, staffId: string, { act, id, reason, detail = {} }: PromoAction) {
  await lockActiveStaff(tx, staffId)
  await audit(tx, secrets, { staffId, act, subject: { kind: 'promo-code', id }, reason, detail })
}

async function areOffered({ content }: Services, { products }: PromoInput, locale: string): Promise<boolean> {
  if (!products) return true
  const ids = new Set(content.products(locale).map(({ id }) => id))
  return products.every((id) => ids.has(id))
}
