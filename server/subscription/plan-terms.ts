import { type PlanTerms, planTermsOf } from '@cuida/core/subscription/plan-terms.ts'
import type { Services } from '../services.ts'
import { isNewSubscriber } from './subscription-store.ts'

/** What this account, or a stranger, is offered now; undefined where the partner has no subscription. */
export async function findPlanTerms(
  { content, config, db, now, providers }: Pick<Services, 'content' | 'config' | 'db' | 'now' | 'providers'>,
  accountId: string | undefined,
  locale: string,
): Promise<PlanTerms | undefined> {
  if (!config.offersSubscription || !providers.subscriptions) return undefined
  const plan = content.plan(locale)
  if (!plan) return undefined
  return planTermsOf(plan, accountId === undefined || (await isNewSubscriber(db, accountId)), now())
}
