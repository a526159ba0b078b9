import type { Discount } from '@cuida/core/checkout/price/price.ts'
import { fromFreeDiscounts } from '../../invite/discount-store.ts'
import type { Sql } from '../../kit/db/db.ts'
import { type PromoFor, type StoredPromo, standings } from '../promo/promo-store.ts'

/** Whose price of what, and in which cart. */
export interface DiscountedFor extends PromoFor {
  patientId: string | null
}

/** Everything that may lower a price, as it stands at one moment. */
export interface StoredDiscounts {
  company: Discount | undefined
  /** Without a name: who invited whom is nobody's business at the till. */
  referrals: Discount[]
  /** The code that is on the cart, and the one that was typed now if it exists. */
  promo: StoredPromo | undefined
  typed: StoredPromo | undefined
}

/** One statement: a price is asked for several times a booking. */
export async function findApplicable(sql: Sql, to: DiscountedFor, typed?: string): Promise<StoredDiscounts> {
  const { cartId, patientId, productId } = to
  const [row] = await sql<
    { company: Discount | null; percentages: number[]; codes: StoredPromo[]; kept: string | null }[]
  >`
    select
      (select json_build_object('name', d.name, 'percentage', d.percentage)
        from company_discount d
        where d.patient_id = ${patientId} and d.product_id = ${productId}) as company,
      array(select d.percentage ${fromFreeDiscounts(sql, patientId)}) as percentages,
      (select coalesce(json_agg(s), '[]') from (${standings(sql, to, typed)}) s) as codes,
      (select promo_code_id from cart where id = ${cartId}) as kept`
  const { company = null, percentages = [], codes = [], kept = null } = row ?? {}
  return {
    company: company ?? undefined,
    referrals: percentages.map((percentage) => ({ name: '', percentage })),
    promo: codes.find(({ id }) => id === kept),
    typed: codes.find(({ code }) => code === typed),
  }
}
