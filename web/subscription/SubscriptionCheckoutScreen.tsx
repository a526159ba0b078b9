import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Subscription } from '@cuida/core/subscription/api.ts'
import type { PlanTerms } from '@cuida/core/subscription/plan-terms.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { formatLongDay, formatMoney, noonOf } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import type { ReactNode } from 'react'
import { rememberPath } from '../access/sign-in/continue-path.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { failureMessage } from '../kit/failure/FailureAlert.tsx'
import { goTo } from '../kit/navigation/navigation.ts'
import { useSession } from '../kit/session/session.tsx'
import { pathOf } from '../routes.ts'
import { toCardPage } from './card-page.ts'
import { Includes, ManagerFacts, PlanTermsDetails } from './PlanDetails.tsx'
import { usePlanTerms } from './queries.ts'
import css from './Subscription.module.css'
import { SubscriptionProgress } from './SubscriptionProgress.tsx'
import { chargesAtOnce } from './subscription-phase.ts'
import { type SubscriptionState, useSubscriptionState } from './use-subscription-state.ts'

/** B2.9: the plan, its charges, and the step to the card. */
export function SubscriptionCheckoutScreen() {
  const { status, profile } = useSession()
  const offer = usePlanTerms(profile)
  const subscriptionState = useSubscriptionState(profile, offer.data)
  if (status === 'starting' || offer.isPending || subscriptionState.isLoading) return <Waiting />
  const error = subscriptionState.failure ?? (offer.data === undefined ? offer.error : null)
  if (error && !subscriptionState.subscription) {
    const again = () => void Promise.all([offer.refetch(), subscriptionState.retry()])
    return (
      <Plain>
        <ErrorState failure={error} title={t('subscription.failed.fetch')} busy={offer.isFetching} onAction={again}>
          {failureMessage(error)}
        </ErrorState>
      </Plain>
    )
  }
  if (!offer.data) return <NotOffered />
  return <Checkout offer={offer.data} profile={profile} subscriptionState={subscriptionState} />
}

interface CheckoutProps {
  offer: PlanTerms
  profile: Profile | undefined
  subscriptionState: SubscriptionState
}

function Checkout({ offer, profile, subscriptionState }: CheckoutProps) {
  const { phase, subscription } = subscriptionState
  const isOn = phase === 'subscribed' && subscription !== undefined
  return (
    <Screen
      title={isOn ? t('subscription.done.title') : offer.name}
      lead={isOn ? doneMessage(subscription) : offer.summary}
      arrival={isOn ? 'done' : 'offer'}
      action={<SubscribeBar offer={offer} profile={profile} subscriptionState={subscriptionState} />}
    >
      <SubscriptionProgress subscriptionState={subscriptionState} />
      {isOn ? <Done subscription={subscription} offer={offer} /> : <PlanTermsDetails offer={offer} />}
    </Screen>
  )
}

/** The new subscription and its next charge. */
function Done({ subscription, offer }: { subscription: Subscription; offer: PlanTerms }) {
  return (
    <>
      <ManagerFacts subscription={subscription} />
      <Section title={t('subscription.includes')}>
        <Includes lines={offer.includes} />
      </Section>
    </>
  )
}

const doneMessage = ({ status }: Subscription): string =>
  t(status === 'TRIALING' ? 'subscription.done.trial' : 'subscription.done.paid')

function NotOffered() {
  const action = <LinkButton href={pathOf('home', {})}>{t('subscription.toHome')}</LinkButton>
  return (
    <Plain>
      <EmptyState title={t('subscription.notOffered')} action={action} />
    </Plain>
  )
}

const Waiting = () => (
  <Plain>
    <Skeleton lines={6} />
  </Plain>
)

const Plain = ({ children }: { children: ReactNode }) => <Screen title={t('subscription.title')}>{children}</Screen>

interface SubscribeBarProps {
  offer: PlanTerms
  profile: Profile | undefined
  subscriptionState: SubscriptionState
}

/** The one main action: sign in, subscribe, go on to the card, or manage the subscription. */
function SubscribeBar({ offer, profile, subscriptionState }: SubscribeBarProps) {
  const { phase, subscription, isAsking, requestSubscription } = subscriptionState
  const { paymentProvider } = usePartner()
  if (!profile) {
    return (
      <Button variant="primary" onClick={enter}>
        {t('subscription.enter')}
      </Button>
    )
  }
  if (['subscribed', 'awaiting', 'cancelling', 'due', 'paused', 'unclear'].includes(phase)) return <Manage />
  const url = subscription?.activationUrl
  if (phase === 'card' && url && !isAsking) {
    return (
      <Button variant="primary" onClick={() => toCardPage(url)}>
        {t('subscription.toCard')}
      </Button>
    )
  }
  if (phase === 'confirming') return null
  return (
    <>
      <p className={css.note}>{noteOf(offer, { chargesAtOnce: chargesAtOnce({ provider: paymentProvider }) })}</p>
      <Button variant="primary" busy={isAsking || phase === 'preparing'} onClick={() => requestSubscription()}>
        {phase === 'refused' ? t('subscription.tryAgain') : buttonLabel(offer)}
      </Button>
    </>
  )
}

function Manage() {
  return (
    <>
      <LinkButton variant="primary" href={pathOf('home', {})}>
        {t('subscription.toHome')}
      </LinkButton>
      <LinkButton variant="quiet" href={pathOf('subscriptionManager')}>
        {t('subscription.toManager')}
      </LinkButton>
    </>
  )
}

/** Goes to sign-in or registration and returns here. */
function enter(): void {
  rememberPath(pathOf('subscriptionCheckout'))
  goTo(pathOf('welcome'))
}

/** The button names the price. */
function buttonLabel({ terms, currency }: PlanTerms): string {
  if (terms.trialDays > 0) return t('subscription.begin.trial', { days: terms.trialDays })
  return t('subscription.begin.pay', { amount: formatMoney({ amount: terms.firstAmount, currency }) })
}

function noteOf({ terms, firstChargeOn, currency }: PlanTerms, { chargesAtOnce }: { chargesAtOnce: boolean }): string {
  const amount = formatMoney({ amount: terms.trialDays > 0 ? terms.firstAmount : terms.amount, currency })
  if (terms.trialDays > 0)
    return t('subscription.note.trial', { amount, day: formatLongDay(noonOf(firstChargeOn), 'UTC') })
  return t(chargesAtOnce ? 'subscription.note.pay' : 'subscription.note.payLater', { amount })
}
