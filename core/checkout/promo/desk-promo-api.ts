import * as v from 'valibot'
import { call, manager } from '../../kit/call.ts'
import { pagedList } from '../../kit/paged-list.ts'
import { Id, Moment, Reason, Text } from '../../kit/shapes.ts'
import { PROMO_CODE } from './promo.ts'

// Promo codes for clinical managers. Each action needs a reason and is audited.

const Whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const ProductId = Text(1, 40)

/** Fixed at creation; afterwards a code can only be disabled, because patients have read its terms. */
export const PromoInput = v.object({
  code: v.pipe(v.string(), v.regex(PROMO_CODE)),
  percentage: Whole(1, 100),
  /** Patients may see it. */
  campaign: Text(2, 80),
  /** null: from now on. */
  validFrom: v.nullable(Moment),
  /** null: until it is disabled. */
  validUntil: v.nullable(Moment),
  /** null: unlimited. */
  mostUses: v.nullable(Whole(1, 1_000_000)),
  mostUsesAnAccount: Whole(1, 1_000),
  /** Product ids; null: every product. */
  products: v.nullable(v.pipe(v.array(ProductId), v.minLength(1), v.maxLength(100))),
})
export type PromoInput = v.InferOutput<typeof PromoInput>

export const PromoCode = v.object({
  ...PromoInput.entries,
  id: Id,
  validFrom: Moment,
  /** Current orders with the code, without failed and refunded ones. */
  uses: v.number(),
  createdAt: Moment,
  /** null: part of the demo data. */
  createdBy: v.nullable(v.string()),
  disabledAt: v.nullable(Moment),
})
export type PromoCode = v.InferOutput<typeof PromoCode>

/** Newest first, with the products that a code can be limited to. */
export const listPromoCodes = call({
  method: 'GET',
  path: '/desk/promo-codes',
  ...manager,
  refusals: { NOT_ALLOWED: 403 },
  ...pagedList(PromoCode, { reply: { offered: v.array(v.object({ id: v.string(), name: v.string() })) } }),
})

export const createPromoCode = call({
  method: 'POST',
  path: '/desk/promo-codes',
  repeat: 'replay',
  ...manager,
  body: v.object({ ...PromoInput.entries, reason: Reason }),
  status: 201,
  reply: PromoCode,
  refusals: { NOT_ALLOWED: 403, CODE_TAKEN: 409, DATES_REVERSED: 409, PRODUCT_NOT_FOUND: 404 },
})

export const disablePromoCode = call({
  method: 'POST',
  path: '/desk/promo-codes/:id/disable',
  repeat: 'replay',
  ...manager,
  params: v.object({ id: Id }),
  body: v.object({ reason: Reason }),
  reply: PromoCode,
  refusals: { NOT_ALLOWED: 403, PROMO_CODE_NOT_FOUND: 404, CHANGED_MEANWHILE: 409 },
})
