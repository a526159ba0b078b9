import { CARDS_A_DAY } from '@cuida/core/kit/assumptions.ts'
import type { RefusalCode } from '@cuida/core/kit/call.ts'
import type { giveSubscriptionCard } from '@cuida/core/subscription/api.ts'
import { hasEnded } from '@cuida/core/subscription/status.ts'
import { Refusal } from '../kit/http/refusal.ts'
import { consumeRateLimit, type RateLimit } from '../kit/limit/rate-limit.ts'
import { SubscriptionRefused } from '../providers/subscription/port.ts'
import type { Services } from '../services.ts'
import { applySubscriptionUpdate, notifySubscriptionChanged } from './apply-subscription-update.ts'
import { enqueueSubscriptionProcessing } from './jobs.ts'
import { endSubscriptionLease, waitForSubscriptionLease } from './lease-store.ts'
import { findSubscription, type StoredSubscription } from './subscription-store.ts'
import { endOwnForm, nextFetchNumber, OWN_FORM } from './subscription-update-store.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Thieves test stolen card numbers at a form that tells valid cards from invalid ones. */
const TRIES: RateLimit = { name: 'subscription card', most: CARDS_A_DAY, seconds: 86_400 }
/** Longer than a usual step of the worker, which the waiting app often causes by its polls. */
const WAIT_MS = 8_000

interface Given {
  accountId: string
  patientId: string
  subscriptionId: string
  cardToken: string
}
type Refuse = (code: RefusalCode<typeof giveSubscriptionCard>) => never

/**
 * Passes the card's token to the provider and closes our form. Under the lease, because the first of two requests
 * closes the form for the other. When the answer was lost, the form stays open: another token then replaces the card,
 * and nothing is charged for it.
 */
export async function giveCard(services: Services, given: Given, refuse: Refuse): Promise<void> {
  const { db, secrets } = services
  const { accountId, patientId, subscriptionId: id } = given
  const known = await findSubscription(db, id)
  if (known?.patientId !== patientId || known.accountId !== accountId) refuse('SUBSCRIPTION_NOT_FOUND')
  if (!isRequested(known)) refuse('CARD_NOT_REQUESTED')
  await consumeRateLimit(db, secrets, TRIES, accountId)
  if (!(await waitForSubscriptionLease(db, id, WAIT_MS))) throw new Refusal('STILL_RUNNING', 409, { retryAfter: 1 })
  try {
    await passToProvider(services, given, refuse)
  } finally {
    if (await endSubscriptionLease(db, id)) await enqueueSubscriptionProcessing(db, id)
  }
}

const isRequested = (known: StoredSubscription | undefined): known is StoredSubscription & { providerId: string } =>
  known?.providerId !== null && known?.activationPaymentId === OWN_FORM && !known.isOnHold

async function passToProvider(services: Services, { subscriptionId: id, cardToken }: Given, refuse: Refuse) {
  const { db, providers } = services
  const known = await findSubscription(db, id)
  if (!isRequested(known) || !providers.subscriptions?.giveCard) return refuse('CARD_NOT_REQUESTED')
  const fetchNumber = await nextFetchNumber(db)
  try {
    const update = await providers.subscriptions.giveCard(known.providerId, cardToken)
    await db.begin(async (tx) => {
      await applySubscriptionUpdate(tx, id, { update, fetchNumber }, 'app')
      await endOwnForm(tx, id)
      await notifySubscriptionChanged(tx, known)
    })
  } catch (error) {
    if (!(error instanceof SubscriptionRefused)) throw error
    await syncSubscription(services, known, 'app')
    const now = await findSubscription(db, id)
    if (!now || hasEnded(now.status)) refuse('SUBSCRIPTION_NOT_FOUND')
    // The provider had taken the first card already, and its answer was lost.
    if (isRequested(now)) refuse('CARD_NOT_SAVED')
  }
}
