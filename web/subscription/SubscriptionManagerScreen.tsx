import type { Subscription } from '@cuida/core/subscription/api.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { failureWords } from '../kit/failure/FailureAlert.tsx'
import { useSession } from '../kit/session/session.tsx'
import { pathOf } from '../routes.ts'
import { ManagerFacts, Payments } from './ManagerFacts.tsx'
import { ManagerNews } from './ManagerNews.tsx'
import { Includes } from './PlanTermsDetails.tsx'
import { usePlanTerms } from './queries.ts'
import { chipOf } from './standing.ts'
import { Unsubscribe } from './Unsubscribe.tsx'
import { useStanding } from './use-standing.ts'

/** B2.24: how it stands, what was paid, and every way to change it. */
export function SubscriptionManagerScreen() {
  const { profile } = useSession()
  const offer = usePlanTerms(profile)
  const standing = useStanding(profile, offer.data)
  const { subscription, isLoading, failure, retry } = standing
  return (
    <Screen title={t('subscription.manager.title')}>
      {(!profile || isLoading) && <Skeleton lines={6} />}
      {Boolean(failure) && !subscription && (
        <ErrorState failure={failure} title={t('subscription.failed.fetch')} onAction={retry}>
          {failureWords(failure)}
        </ErrorState>
      )}
      {profile && !profile.subscription && <NoSubscription />}
      {profile && subscription && (
        <>
          <Chip subscription={subscription} />
          <ManagerNews standing={standing} />
          <ManagerFacts subscription={subscription} />
          {offer.data && (
            <Section title={t('subscription.includes')}>
              <Includes lines={offer.data.includes} />
            </Section>
          )}
          <Payments subscription={subscription} />
          <Unsubscribe profile={profile} subscription={subscription} standing={standing} />
        </>
      )}
    </Screen>
  )
}

function Chip({ subscription }: { subscription: Subscription }) {
  const { label, tone, icon } = chipOf(subscription)
  return (
    <p>
      <StatusChip tone={tone} icon={icon}>
        {t(`subscription.label.${label}`)}
      </StatusChip>
    </p>
  )
}

function NoSubscription() {
  const action = <LinkButton href={pathOf('subscriptionCheckout')}>{t('subscription.seePlan')}</LinkButton>
  return <EmptyState title={t('subscription.manager.none')} action={action} />
}
