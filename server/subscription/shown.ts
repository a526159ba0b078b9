import { DESK_NEWS_DAYS } from '@cuida/core/kit/assumptions.ts'
import type { Subscription } from '@cuida/core/subscription/api.ts'
import type { Sql } from '../kit/db/db.ts'
import { findPayments } from './fact-store.ts'
import { findDeskNews, findSubscription } from './subscription-store.ts'

/** A subscription as its holder sees it: what they asked for counts as done, since it will be. */
export async function shown(sql: Sql, id: string): Promise<Subscription> {
  const known = await findSubscription(sql, id)
  if (!known) throw new Error('a subscription that was found is not there')
  const [payments, desk] = await Promise.all([findPayments(sql, id), findDeskNews(sql, id, DESK_NEWS_DAYS)])
  const { status, currentPeriodEnd, lastPaymentStatus, planName: name, currency, terms, wish } = known
  return {
    id,
    status,
    lastPaymentStatus,
    name,
    currency,
    terms,
    currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: wish === 'end' || (wish !== 'stay' && known.cancelAtPeriodEnd),
    activationUrl: known.activationUrl,
    isSetAside: known.isQuarantined,
    desk,
    payments: payments.map(({ at, ...payment }) => ({ ...payment, at: at.toISOString() })),
  }
}
