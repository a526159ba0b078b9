import { insertPromoCode } from '../checkout/promo/desk-promo-store.ts'
import type { Tx } from '../kit/db/db.ts'
import type { Demo, FindProduct } from './demo-shape.ts'

const DAY_MS = 86_400_000

/** A code of the demo, its dates counted from today. */
export async function insertDemoCode(tx: Tx, demo: Demo['promoCodes'][number], product: FindProduct): Promise<void> {
  const { startedDaysAgo, endsInDays, products, disabled, ...wish } = demo
  const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS)
  await insertPromoCode(tx, {
    ...wish,
    products: products?.map((slug) => product(slug).id) ?? null,
    validFrom: daysFromNow(-startedDaysAgo).toISOString(),
    validUntil: endsInDays === null ? null : daysFromNow(endsInDays).toISOString(),
    createdBy: null,
    disabledAt: disabled ? new Date() : undefined,
  })
}
