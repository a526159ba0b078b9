import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Subscription } from '@cuida/core/subscription/api.ts'
import type { PlanTerms } from '@cuida/core/subscription/plan-terms.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import type { ReactNode } from 'react'
import { failureWords } from '../kit/failure/FailureAlert.tsx'
import { useSession } from '../kit/session/session.tsx'
import { pathOf } from '../routes.ts'
import { Begun } from './Begun.tsx'
import { Includes, ManagerFacts, PlanTermsDetails } from './ManagerFacts.tsx'
import { usePlanTerms } from './queries.ts'
import { SubscribeBar } from './SubscribeBar.tsx'
import { type Standing, useStanding } from './use-standing.ts'

/** B2.9: what it is, what it costs when, and the way to the card. */
export function SubscriptionCheckoutScreen() {
  const { status, profile } = useSession()
  const offer = usePlanTerms(profile)
  const standing = useStanding(profile, offer.data)
  if (status === 'starting' || offer.isPending || standing.isLoading) return <Waiting />
  const error = standing.failure ?? (offer.data === undefined ? offer.error : null)
  if (error && !standing.subscription) {
    const again = () => void Promise.all([offer.refetch(), standing.retry()])
    return (
      <Plain>
        <ErrorState failure={error} title={t('subscription.failed.fetch')} busy={offer.isFetching} onAction={again}>
          {failureWords(error)}
        </ErrorState>
      </Plain>
    )
  }
  if (!offer.data) return <NotOffered />
  return <Checkout offer={offer.data} profile={profile} standing={standing} />
}

interface CheckoutProps {
  offer: PlanTerms
  profile: Profile | undefined
  standing: Standing
}

function Checkout({ offer, profile, standing }: CheckoutProps) {
  const { phase, subscription } = standing
  const isOn = phase === 'subscribed' && subscription !== undefined
  return (
    <Screen
      title={isOn ? t('subscription.done.title') : offer.name}
      lead={isOn ? doneWords(subscription) : offer.summary}
      arrival={isOn ? 'done' : 'offer'}
      action={<SubscribeBar offer={offer} profile={profile} standing={standing} />}
    >
      <Begun standing={standing} />
      {isOn ? <Done subscription={subscription} offer={offer} /> : <PlanTermsDetails offer={offer} />}
    </Screen>
  )
}

/** What they have now, and when it is charged next. */
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

const doneWords = ({ status }: Subscription): string =>
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
