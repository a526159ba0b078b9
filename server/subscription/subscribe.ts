import type { RefusalCode } from '@cuida/core/kit/call.ts'
import type { subscribe } from '@cuida/core/subscription/api.ts'
import { pendingChangeForSubscribing } from '@cuida/core/subscription/pending-change.ts'
import { type PlanTerms, sameTerms, type Terms } from '@cuida/core/subscription/plan-terms.ts'
import type { Tx } from '../kit/db/db.ts'
import { failpoint } from '../kit/jobs/failpoint.ts'
import type { Services } from '../services.ts'
import { notifySubscriptionChanged } from './apply-subscription-update.ts'
import { enqueueSubscriptionProcessing } from './jobs.ts'
import {
  endPendingSubscription,
  findActiveSubscription,
  insertSubscription,
  isNewSubscriber,
  lockSubscriber,
  type StoredSubscription,
  savePendingChange,
} from './subscription-store.ts'

interface Wanted {
  accountId: string
  patientId: string
  offer: PlanTerms
  /** The holder has to agree to a document first. */
  agreementsAreDue: boolean
  planId?: string | undefined
  shown?: Terms | undefined
  newCard?: boolean | undefined
}
type Refuse = (code: RefusalCode<typeof subscribe>) => never

/**
 * Starts a subscription or continues the existing one: the row and the job commit together before the provider hears
 * of it. An account has at most one, however often it asks. Returns its id.
 */
export async function startSubscription({ db, providers }: Services, input: Wanted, refuse: Refuse): Promise<string> {
  const provider = providers.subscriptions?.provider ?? refuse('SUBSCRIPTION_NOT_OFFERED')
  const id = await db.begin(async (tx) => {
    if (!(await lockSubscriber(tx, input.accountId))) return refuse('PATIENT_NOT_FOUND')
    const live = await findActiveSubscription(tx, input.accountId)
    const subscriptionId = (live && (await goOn(tx, live, input, refuse))) ?? (await begin(tx, provider, input, refuse))
    failpoint('subscription.before-intent')
    return subscriptionId
  })
  failpoint('subscription.intent-committed')
  return id
}

/** Undefined when the pending subscription has other terms; it is dropped then. */
async function goOn(
  tx: Tx,
  live: StoredSubscription,
  { newCard = false, offer, agreementsAreDue }: Wanted,
  refuse: Refuse,
): Promise<string | undefined> {
  if (live.status === 'PENDING' && !isOfSameTerms(live, offer)) {
    await endPendingSubscription(tx, live.id)
    await enqueueSubscriptionProcessing(tx, live.id)
    return undefined
  }
  const cancelAtPeriodEnd = live.pendingChange === 'end' || (live.pendingChange !== 'stay' && live.cancelAtPeriodEnd)
  const pendingChange = pendingChangeForSubscribing({ status: live.status, cancelAtPeriodEnd }, newCard)
  if (!pendingChange) return live.id
  // A running subscription and a new card for it need no consent. Keeping a cancelled one and finishing a pending one
  // do.
  if (agreementsAreDue && (pendingChange === 'stay' || live.status === 'PENDING')) refuse('AGREEMENT_DUE')
  await savePendingChange(tx, live.id, pendingChange)
  await enqueueSubscriptionProcessing(tx, live.id)
  await notifySubscriptionChanged(tx, live)
  return live.id
}

const isOfSameTerms = ({ planId, terms, currency }: StoredSubscription, offer: PlanTerms): boolean =>
  planId === offer.planId && currency === offer.currency && sameTerms(terms, offer.terms)

async function begin(tx: Tx, provider: string, input: Wanted, refuse: Refuse): Promise<string> {
  const { accountId, patientId, offer, planId = offer.planId, shown = offer.terms } = input
  if (input.agreementsAreDue) refuse('AGREEMENT_DUE')
  // A trial that was used between the offer and now is not given again.
  const isWelcome = offer.terms.trialDays > 0 || offer.terms.firstAmount < offer.terms.amount
  const isStale = isWelcome && !(await isNewSubscriber(tx, accountId))
  if (isStale || planId !== offer.planId || !sameTerms(shown, offer.terms)) refuse('OFFER_CHANGED')
  const { name: planName, terms, currency } = offer
  const row = { accountId, patientId, planId, planName, provider, currency, terms }
  const id = await insertSubscription(tx, row)
  await enqueueSubscriptionProcessing(tx, id)
  await notifySubscriptionChanged(tx, { id, accountId })
  return id
}
