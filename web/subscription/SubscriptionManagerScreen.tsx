import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Subscription } from '@cuida/core/subscription/api.ts'
import { canUnsubscribe } from '@cuida/core/subscription/pending-change.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { longDay } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { usePartner } from '../kit/content/partner.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { failureWords } from '../kit/failure/FailureAlert.tsx'
import { useSession } from '../kit/session/session.tsx'
import { pathOf } from '../routes.ts'
import { Includes, ManagerFacts, Payments } from './ManagerFacts.tsx'
import { ManagerNews } from './ManagerNews.tsx'
import { usePlanTerms, useUnsubscribe } from './queries.ts'
import css from './Subscription.module.css'
import { chipOf } from './standing.ts'
import { subscriptionWords } from './subscription-words.ts'
import { type Standing, useStanding } from './use-standing.ts'

const Refused = ({ failure }: { failure: unknown }) => (
  <Alert title={t('subscription.failed.unsubscribe')} failure={failure}>
    {subscriptionWords(failure)}
  </Alert>
)

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

interface UnsubscribeProps {
  profile: Profile
  subscription: Subscription
  standing: Standing
}

/** Another card, and giving it up: asked once, and good until the period ends. */
function Unsubscribe({ profile, subscription, standing }: UnsubscribeProps) {
  const [isOpen, setOpen] = useState(false)
  if (!canUnsubscribe(subscription) || subscription.cancelAtPeriodEnd) return null
  return (
    <div className={css.ways}>
      {standing.phase === 'subscribed' && (
        <Button icon="card" busy={standing.isAsking} onClick={() => standing.ask({ newCard: true })}>
          {t('subscription.newCard')}
        </Button>
      )}
      <Button variant="danger" onClick={() => setOpen(true)}>
        {t('subscription.giveUp')}
      </Button>
      {isOpen && <GiveUp profile={profile} subscription={subscription} onClose={() => setOpen(false)} />}
    </div>
  )
}

type GiveUpProps = Pick<UnsubscribeProps, 'profile' | 'subscription'> & { onClose: () => void }

function GiveUp({ profile, subscription: { id, currentPeriodEnd: end }, onClose }: GiveUpProps) {
  const { timeZone } = usePartner()
  const unsubscribe = useUnsubscribe(profile)
  const form = useDialogForm({ submit: () => unsubscribe.mutateAsync(id), onClose })
  return (
    <FormDialog
      form={form}
      title={t('subscription.giveUp.title')}
      lead={end ? t('subscription.giveUp.text', { day: longDay(end, timeZone) }) : t('subscription.giveUp.now')}
      before={<Button onClick={form.close}>{t('subscription.giveUp.keep')}</Button>}
      act={t('subscription.giveUp')}
      variant="danger"
      refused={(failure) => failure !== undefined && <Refused failure={failure} />}
    />
  )
}
