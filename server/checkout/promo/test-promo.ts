import { deletePromoCode, putPromoCode } from '@cuida/core/checkout/promo/promo-api.ts'
import type { TestPatient } from '../../booking/test-people.ts'
import type { SendOptions, TestContext } from '../../testing/test-context.ts'
import { type Checkout, readAttempt } from '../order/test-orders.ts'
import { applyPaymentUpdate } from '../payment/apply-payment-update.ts'

interface Terms {
  percentage?: number
  most_uses?: number | null
  most_uses_an_account?: number
  product_ids?: string[] | null
  valid_from?: Date
  valid_until?: Date | null
  disabled_at?: Date | null
}

let codes = 0

/** A new code: 10 % off every product, once per account, unless `terms` say otherwise. */
export async function insertPromoCode({ db }: Pick<TestContext, 'db'>, terms: Terms = {}): Promise<string> {
  const code = `TEST-${++codes}`
  await db`insert into promo_code ${db({ code, campaign: 'Autumn', percentage: 10, ...terms })}`
  return code
}

export const updatePromoCode = ({ db }: TestContext, code: string, terms: Terms) =>
  db`update promo_code set ${db(terms as Record<string, never>)} where code = ${code}`

type At = Pick<Checkout, 'sessionKey'> & { patient?: TestPatient }
const as = ({ patient }: At, how: SendOptions = {}): SendOptions => ({
  ...how,
  ...(patient ? { token: patient.token } : {}),
})

export const enterPromoCode = (context: TestContext, at: At, code: string, how?: SendOptions) =>
  context.sendCall(putPromoCode, { sessionKey: at.sessionKey, code }, as(at, how))
export const removePromoCode = (context: TestContext, at: At) =>
  context.sendCall(deletePromoCode, { sessionKey: at.sessionKey }, as(at))

/** The uses of a code by its own counter and by its redemptions, which must be equal. */
export async function readPromoUses({ db }: TestContext, code: string): Promise<number> {
  const [row] = await db<{ kept: number; counted: number }[]>`
    select p.uses as kept, (
      select count(*)::int from promo_redemption r where r.promo_code_id = p.id and r.released_at is null) as counted
    from promo_code p where p.code = ${code}`
  if (!row || row.kept !== row.counted)
    throw new Error(`the promo code stores ${row?.kept} uses, but has ${row?.counted} redemptions`)
  return row.kept
}

/** Applies an update that so much of an order's money was refunded. */
export async function applyTestRefund(context: TestContext, orderId: string, refundedAmount: number): Promise<void> {
  const attempt = await readAttempt(context, orderId)
  const { amount, currency, providerPaymentId } = attempt
  const update = {
    state: 'refunded',
    providerPaymentId: providerPaymentId ?? '',
    refundedAmount,
    amount,
    currency,
  } as const
  await context.db.begin((tx) => applyPaymentUpdate(tx, attempt, update, 'webhook'))
}
