import { type Discount, percentageDiscount } from '@cuida/core/checkout/price/discount.ts'
import { availableReferralDiscounts } from '../../invite/discount-store.ts'
import type { Sql } from '../../kit/db/db.ts'
import { type PromoContext, type StoredPromo, selectPromoStatuses } from '../promo/promo-store.ts'

/** The patient, the product and the cart that are priced. */
export interface DiscountContext extends PromoContext {
  patientId: string | null
}

/** All discounts that may apply, read at one moment. */
export interface StoredDiscounts {
  /** Undefined for a guest's cart. */
  accountId: string | undefined
  company: Discount | undefined
  /** Highest percentage first. */
  referrals: (StoredDiscount & { campaignId: string })[]
  /** `promo`: the code on the cart. `typed`: the code that was entered now, if it exists. */
  promo: StoredPromo | undefined
  typed: StoredPromo | undefined
}

type StoredDiscount = Pick<Discount, 'code' | 'value'>

/** One statement, because a booking asks for its price several times. */
export async function findApplicableDiscounts(sql: Sql, to: DiscountContext, typed?: string): Promise<StoredDiscounts> {
  const { cartId, patientId, productId } = to
  const [row] = await sql<
    {
      company: (StoredDiscount & { name: string }) | null
      referrals: StoredDiscounts['referrals']
      codes: StoredPromo[]
      kept: string | null
    }[]
  >`
    select
      (select json_build_object('code', c.slug, 'name', d.name, 'value', d.percentage)
        from company_discount d join patient p on p.id = d.patient_id join company c on c.id = p.company_id
        where d.patient_id = ${patientId} and d.product_id = ${productId}) as company,
      (select coalesce(json_agg(json_build_object('code', r.slug, 'campaignId', r.campaign_id, 'value', free.percentage)
          order by free.percentage desc, free.created_at, free.id), '[]')
        from (select d.* ${availableReferralDiscounts(sql, patientId)}) free
        join referral f on f.id = free.referral_id join referrer r on r.id = f.referrer_id) as referrals,
      (select coalesce(json_agg(s), '[]') from (${selectPromoStatuses(sql, to, typed)}) s) as codes,
      (select promo_code_id from cart where id = ${cartId}) as kept`
  const { company = null, referrals = [], codes = [], kept = null } = row ?? {}
  return {
    accountId: to.accountId,
    company: company ? percentageDiscount('b2bCompanyEmployee', company) : undefined,
    referrals,
    promo: codes.find(({ id }) => id === kept),
    typed: codes.find(({ code }) => code === typed),
  }
}
