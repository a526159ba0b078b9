import { type Offer, offerOf } from '@cuida/core/subscription/offer.ts'
import type { Services } from '../services.ts'
import { isNewSubscriber } from './subscription-store.ts'

/** What this account, or a stranger, is offered now; undefined where the partner has no subscription. */
export async function findOffer(
  { content, config, db, now, providers }: Pick<Services, 'content' | 'config' | 'db' | 'now' | 'providers'>,
  accountId: string | undefined,
  locale: string,
): Promise<Offer | undefined> {
  if (!config.offersSubscription || !providers.subscriptions) return undefined
  const plan = await content.plan(locale)
  if (!plan) return undefined
  return offerOf(plan, accountId === undefined || (await isNewSubscriber(db, accountId)), now())
}
