import { DESK_ACTION_DAYS, PROVIDER_POLL_SECONDS } from '@cuida/core/kit/assumptions.ts'
import { paymentVendor } from '@cuida/core/kit/vendors/payment-vendors.ts'
import {
  getPlanTerms,
  getSubscription,
  giveSubscriptionCard,
  type Subscription,
  subscribe,
  unsubscribe,
} from '@cuida/core/subscription/api.ts'
import { canUnsubscribe } from '@cuida/core/subscription/pending-change.ts'
import { type PlanTerms, planTermsOf } from '@cuida/core/subscription/plan-terms.ts'
import type { FastifyInstance } from 'fastify'
import { dueDocuments } from '../brand/consent/agreements.ts'
import { soldNamesIn } from '../catalogue/sold-names.ts'
import type { Sql } from '../kit/db/db.ts'
import { refuseCardNumbers } from '../kit/http/card-guard.ts'
import { serve } from '../kit/http/serve.ts'
import { patientOf } from '../profile/store.ts'
import type { Services } from '../services.ts'
import { notifySubscriptionChanged } from './apply-subscription-update.ts'
import { giveCard } from './give-card.ts'
import { enqueueSubscriptionProcessing } from './jobs.ts'
import { isAskingDue } from './lease-store.ts'
import { startSubscription } from './subscribe.ts'
import {
  findActiveSubscription,
  findLatestDeskAction,
  findSubscription,
  isNewSubscriber,
  lockSubscriber,
  type StoredSubscription,
  savePendingChange,
} from './subscription-store.ts'
import { findPayments } from './subscription-update-store.ts'

export function subscriptionRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    refuseCardNumbers(scope)
    serve(scope, services, giveSubscriptionCard, async ({ patientId, ...card }, { db, caller, refuse }) => {
      const { accountId } = caller
      if (!(await isHolder(db, accountId, patientId))) refuse('PATIENT_NOT_FOUND')
      await giveCard(services, { accountId, patientId, ...card }, refuse)
      return { ok: true, subscription: await readSubscription(db, card.subscriptionId), message: null }
    })
  })

  serve(app, services, getPlanTerms, async (_, { caller, locale }) => ({
    offer: (await findPlanTerms(services, caller?.accountId, locale)) ?? null,
  }))

  serve(
    app,
    services,
    getSubscription,
    async ({ patientId, subscriptionId: id }, { db, caller, locale, refuse }) => {
      if (!(await isHolder(db, caller.accountId, patientId))) refuse('PATIENT_NOT_FOUND')
      const known = await findSubscription(db, id)
      if (known?.patientId !== patientId || known.accountId !== caller.accountId) refuse('SUBSCRIPTION_NOT_FOUND')
      // A patient who returns from the provider's page should not have to wait for a late webhook.
      if (await isAskingDue(db, id, PROVIDER_POLL_SECONDS)) await enqueueSubscriptionProcessing(db, id)
      const [subscription, nameOf] = await Promise.all([readSubscription(db, id), soldNamesIn(services, locale)])
      const name = nameOf({ slug: null, name: subscription.name })
      return { ok: true, subscription: { ...subscription, name }, message: null }
    },
    { topics: ({ subscriptionId }) => [`subscription:${subscriptionId}`] },
  )

  serve(app, services, subscribe, async ({ patientId, ...wanted }, { db, caller, locale, refuse }) => {
    const { accountId } = caller
    if (!(await isHolder(db, accountId, patientId))) refuse('PATIENT_NOT_FOUND')
    const offer = (await findPlanTerms(services, accountId, locale)) ?? refuse('SUBSCRIPTION_NOT_OFFERED')
    const agreementsAreDue = (await dueDocuments(services, db, { accountId, locale })).length > 0
    const id = await startSubscription(services, { accountId, patientId, offer, agreementsAreDue, ...wanted }, refuse)
    return { ok: true, subscription: await readSubscription(db, id), message: null }
  })

  serve(app, services, unsubscribe, async ({ patientId, subscriptionId }, { db, caller, refuse }) => {
    const { accountId } = caller
    if (!(await isHolder(db, accountId, patientId))) refuse('PATIENT_NOT_FOUND')
    const id = await db.begin(async (tx) => {
      await lockSubscriber(tx, accountId)
      const live = await findActiveSubscription(tx, accountId)
      if (!live || (subscriptionId && subscriptionId !== live.id)) return refuse('SUBSCRIPTION_NOT_FOUND')
      if (!canUnsubscribe({ status: live.status, awaitsFirstCharge: awaitsFirstCharge(live) }))
        return refuse('SUBSCRIPTION_NOT_FOUND')
      await savePendingChange(tx, live.id, 'end')
      await enqueueSubscriptionProcessing(tx, live.id)
      await notifySubscriptionChanged(tx, live)
      return live.id
    })
    return { ok: true, subscription: await readSubscription(db, id), message: null }
  })
}

/** A subscription is for its holder only: nobody subscribes for a child. */
async function isHolder(sql: Sql, accountId: string, patientId: string): Promise<boolean> {
  return (await patientOf(sql, accountId, patientId))?.isDependant === false
}

/** The current offer for this account or a guest; undefined when the partner has no subscriptions. */
async function findPlanTerms(
  { content, config, db, now, providers }: Pick<Services, 'content' | 'config' | 'db' | 'now' | 'providers'>,
  accountId: string | undefined,
  locale: string,
): Promise<PlanTerms | undefined> {
  if (!config.offersSubscription || !providers.subscriptions) return undefined
  const plan = content.plan(locale)
  if (!plan) return undefined
  return planTermsOf(plan, accountId === undefined || (await isNewSubscriber(db, accountId)), now())
}

/** A subscription as its holder sees it: a pending change is shown as done. */
async function readSubscription(sql: Sql, id: string): Promise<Subscription> {
  const known = await findSubscription(sql, id)
  if (!known) throw new Error('the subscription that was just found does not exist')
  const [payments, desk] = await Promise.all([findPayments(sql, id), findLatestDeskAction(sql, id, DESK_ACTION_DAYS)])
  const { status, currentPeriodEnd, lastPaymentStatus, planName: name, currency, terms, pendingChange } = known
  return {
    id,
    provider: known.provider,
    status,
    lastPaymentStatus,
    name,
    currency,
    terms,
    currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd: pendingChange === 'end' || (pendingChange !== 'stay' && known.cancelAtPeriodEnd),
    activationUrl: known.activationUrl,
    awaitsFirstCharge: awaitsFirstCharge(known),
    isOnHold: known.isOnHold,
    desk,
    payments: payments.map(({ at, ...payment }) => ({ ...payment, at: at.toISOString() })),
  }
}

/** Once our form has the card, a pending subscription waits for nothing else. */
const awaitsFirstCharge = ({ provider, status, pendingChange, activationUrl }: StoredSubscription): boolean =>
  status === 'PENDING' &&
  pendingChange === null &&
  activationUrl === null &&
  paymentVendor(provider)?.chargesSubscriptionsAtOnce === false
