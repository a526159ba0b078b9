import type { PendingChange } from '@cuida/core/subscription/pending-change.ts'
import { hasEnded } from '@cuida/core/subscription/status.ts'
import { failpoint } from '../kit/jobs/failpoint.ts'
import { patientsOf } from '../profile/store.ts'
import { SubscriptionRefused, type Subscriptions } from '../providers/subscription/port.ts'
import type { Services } from '../services.ts'
import { notifySubscriptionChanged } from './apply-subscription-update.ts'
import { endSubscriptionLease, leaseSubscription } from './lease-store.ts'
import { findSubscription, type StoredSubscription } from './subscription-store.ts'
import {
  dropPendingChange,
  endUnknownSubscription,
  isRaiseDue,
  markRaised,
  nextFetchNumber,
  OWN_FORM,
  saveActivation,
  saveProviderId,
} from './subscription-update-store.ts'
import { applyUpdate, syncSubscription } from './sync-subscription.ts'

/**
 * Takes a subscription one step further from any state: creates it at the provider, applies the pending change, or
 * fetches the provider's state. Safe to run at any time, any number of times, by any process.
 */
export async function processSubscription(services: Services, id: string): Promise<void> {
  const { db, providers } = services
  const { subscriptions } = providers
  if (!subscriptions) throw new Error('the partner has no subscription provider, but the database has subscriptions')
  for (let passes = 0; passes < 3 && (await leaseSubscription(db, id)); passes++) {
    try {
      await takeStep(services, subscriptions, id)
    } catch (error) {
      await endSubscriptionLease(db, id)
      throw error
    }
    if (!(await endSubscriptionLease(db, id))) return
  }
}

async function takeStep(services: Services, provider: Subscriptions, id: string): Promise<void> {
  const { db } = services
  const known = await findSubscription(db, id)
  if (!known || known.isOnHold) return
  const providerId = known.providerId ?? (await createAtProvider(services, provider, known))
  if (providerId === undefined) return
  const subscription = { ...known, providerId }
  if (subscription.pendingChange) await applyPendingChange(services, provider, subscription, subscription.pendingChange)
  else if (!hasEnded(subscription.status)) await syncSubscription(services, subscription, 'job')
  if (await isRaiseDue(db, id)) await raiseAmount(services, provider, subscription)
}

/**
 * Creates the subscription at the provider, which charges nothing yet. When a lost answer leads to two, the one we do
 * not know expires.
 */
async function createAtProvider(services: Services, provider: Subscriptions, known: StoredSubscription) {
  const { db, env, config } = services
  const [holder] = await patientsOf(db, known.accountId)
  if (known.pendingChange === 'close' || !holder) return void (await endUnknownSubscription(db, known.id))
  const { terms, currency } = known
  const update = await provider.create({
    id: known.id,
    amount: terms.firstAmount,
    currency,
    description: config.partnerName,
    trialDays: terms.trialDays,
    customer: { email: holder.email, name: `${holder.firstName} ${holder.lastName}` },
    callbackUrl: `${env.PUBLIC_URL}/v1/webhooks/${provider.provider}?subscription=${known.id}`,
    returnUrl: `${env.PUBLIC_URL}${CHECKOUT}`,
  })
  failpoint('subscription.created-at-provider')
  if (!(await saveProviderId(db, known.id, update.providerId)))
    throw new Error('the subscription already has another id at the provider')
  failpoint('subscription.id-stored')
  return update.providerId
}

type KnownToProvider = StoredSubscription & { providerId: string }

async function applyPendingChange(
  services: Services,
  provider: Subscriptions,
  subscription: KnownToProvider,
  pendingChange: PendingChange,
): Promise<void> {
  const { id, providerId } = subscription
  const fetchNumber = await nextFetchNumber(services.db)
  try {
    if (pendingChange === 'card') return await askForCard(services, provider, subscription)
    const update = await CHANGES[pendingChange](provider, providerId)
    failpoint('subscription.answered')
    await applyUpdate(services, subscription, { update, fetchNumber }, 'job')
    // The provider charges at once what became due during the pause.
    if (pendingChange === 'resume') await syncSubscription(services, subscription, 'job')
  } catch (error) {
    if (!(error instanceof SubscriptionRefused)) throw error
    await syncSubscription(services, subscription, 'job')
    await services.db.begin(async (tx) => {
      await dropPendingChange(tx, id, pendingChange)
      await notifySubscriptionChanged(tx, subscription)
    })
    services.log.warn('the provider refused a subscription change', { provider: provider.provider, subscriptionId: id })
  }
}

const CHANGES = {
  end: (provider: Subscriptions, providerId: string) => provider.endWithPeriod(providerId),
  stay: (provider: Subscriptions, providerId: string) => provider.keep(providerId),
  close: (provider: Subscriptions, providerId: string) => provider.endNow(providerId),
  pause: (provider: Subscriptions, providerId: string) => provider.pause(providerId),
  resume: (provider: Subscriptions, providerId: string) => provider.resume(providerId),
}

const CHECKOUT = '/subscription-checkout'
const MANAGER = '/subscription-manager'
/** Our own page for the card, where the provider has none. */
const CARD_FORM = '/subscription-card'

/** A new subscriber returns to the checkout, an existing one to the page that manages the subscription. */
async function askForCard(
  { db, env }: Services,
  provider: Subscriptions,
  subscription: KnownToProvider,
): Promise<void> {
  const { id, providerId, status } = subscription
  const screen = status === 'PENDING' ? CHECKOUT : MANAGER
  const activation = (await provider.activate?.(providerId, `${env.PUBLIC_URL}${screen}`)) ?? {
    url: `${env.PUBLIC_URL}${CARD_FORM}`,
    paymentId: OWN_FORM,
  }
  failpoint('subscription.activated-at-provider')
  await db.begin(async (tx) => {
    await saveActivation(tx, id, activation)
    await notifySubscriptionChanged(tx, subscription)
  })
}

/** The first month was cheaper: sets the regular amount at the provider. */
async function raiseAmount(services: Services, provider: Subscriptions, subscription: KnownToProvider): Promise<void> {
  const fetchNumber = await nextFetchNumber(services.db)
  const update = await provider.setAmount(subscription.providerId, subscription.terms.amount)
  await applyUpdate(services, subscription, { update, fetchNumber }, 'job')
  await markRaised(services.db, subscription.id)
}
