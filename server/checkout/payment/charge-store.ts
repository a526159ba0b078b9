import type { Currency } from '@cuida/core/kit/shapes.ts'
import type { Sql } from '../../kit/db/db.ts'

/** A monthly charge of a subscription as recorded here. Amounts in minor units. */
export interface SubscriptionCharge {
  id: string
  subscriptionId: string
  provider: string
  providerPaymentId: string
  currency: Currency
  captured: number
  refunded: number
}

export async function findCharge(sql: Sql, id: string): Promise<SubscriptionCharge | undefined> {
  const [row] = await sql<SubscriptionCharge[]>`
    select p.id, p.subscription_id as "subscriptionId", p.provider, p.provider_payment_id as "providerPaymentId",
      p.currency, m.captured, m.refunded
    from subscription_payment p join paid_money m on m.id = p.id where p.id = ${id}`
  return row
}

/** The subscription to lock before the charge's money changes. */
export async function findSubscriptionOfCharge(sql: Sql, id: string): Promise<string | undefined> {
  return (await findCharge(sql, id))?.subscriptionId
}
