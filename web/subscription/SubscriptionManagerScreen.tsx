import { paymentVendor } from '@cuida/core/kit/vendors/payment-vendors.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Subscription } from '@cuida/core/subscription/api.ts'
import { canUnsubscribe } from '@cuida/core/subscription/pending-change.ts'
import { hasEnded } from '@cuida/core/subscription/status.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { DocumentDrawing } from '@cuida/ui/EmptyState/drawings.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { formatLongDay } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { useState } from 'react'
import { usePartner } from '../kit/content/partner.tsx'
import { FormDialog } from '../kit/FormDialog.tsx'
import { failureMessage } from '../kit/failure/FailureAlert.tsx'
import { useSession } from '../kit/session/session.tsx'
import { pathOf } from '../routes.ts'
import { toCardPage } from './card-page.ts'
import { Includes, ManagerFacts, Payments } from './PlanDetails.tsx'
import { usePlanTerms, useUnsubscribe } from './queries.ts'
import css from './Subscription.module.css'
import { AwaitingAlert, CancellingAlert, SubscriptionProgress } from './SubscriptionProgress.tsx'
import { subscriptionMessage } from './subscription-message.ts'
import { chargesAtOnce, chipOf } from './subscription-phase.ts'
import { type SubscriptionState, useSubscriptionState } from './use-subscription-state.ts'

const Refused = ({ failure }: { failure: unknown }) => (
  <Alert title={t('subscription.failed.unsubscribe')} failure={failure}>
    {subscriptionMessage(failure)}
  </Alert>
)

/** B2.24: the subscription's status, its charges, and every way to change it. */
export function SubscriptionManagerScreen() {
  const { profile } = useSession()
  const offer = usePlanTerms(profile)
  const subscriptionState = useSubscriptionState(profile, offer.data)
  const { subscription, isLoading, failure, retry } = subscriptionState
  return (
    <Screen title={t('subscription.manager.title')}>
      {(!profile || isLoading) && <Skeleton lines={6} />}
      {Boolean(failure) && !subscription && (
        <ErrorState failure={failure} title={t('subscription.failed.fetch')} onAction={retry}>
          {failureMessage(failure)}
        </ErrorState>
      )}
      {profile && !profile.subscription && <NoSubscription />}
      {profile && subscription && (
        <>
          <Chip subscription={subscription} />
          <SubscriptionAlert subscriptionState={subscriptionState} />
          <ManagerFacts subscription={subscription} />
          {offer.data && (
            <Section title={t('subscription.includes')}>
              <Includes lines={offer.data.includes} />
            </Section>
          )}
          <Payments subscription={subscription} />
          <Unsubscribe profile={profile} subscription={subscription} subscriptionState={subscriptionState} />
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
  return <EmptyState drawing={<DocumentDrawing />} title={t('subscription.manager.none')} action={action} />
}

interface UnsubscribeProps {
  profile: Profile
  subscription: Subscription
  subscriptionState: SubscriptionState
}

/** Changes the card, or cancels after one confirmation; access lasts until the period ends. */
function Unsubscribe({ profile, subscription, subscriptionState }: UnsubscribeProps) {
  const [isOpen, setOpen] = useState(false)
  if (!canUnsubscribe(subscription) || subscription.cancelAtPeriodEnd) return null
  return (
    <div className={css.ways}>
      {subscriptionState.phase === 'subscribed' && (
        <Button
          icon="card"
          busy={subscriptionState.isAsking}
          onClick={() => subscriptionState.requestSubscription({ newCard: true })}
        >
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

function GiveUp({ profile, subscription: { id, status, currentPeriodEnd: end }, onClose }: GiveUpProps) {
  const { timeZone } = usePartner()
  const unsubscribe = useUnsubscribe(profile)
  const withoutPeriod = status === 'PENDING' ? 'subscription.now.cancellingText' : 'subscription.giveUp.now'
  const lead = end ? t('subscription.giveUp.text', { day: formatLongDay(end, timeZone) }) : t(withoutPeriod)
  const form = useDialogForm({ submit: () => unsubscribe.mutateAsync(id), onClose })
  return (
    <FormDialog
      form={form}
      title={t('subscription.giveUp.title')}
      lead={lead}
      before={<Button onClick={form.close}>{t('subscription.giveUp.keep')}</Button>}
      act={t('subscription.giveUp')}
      variant="danger"
      refused={(failure) => failure !== undefined && <Refused failure={failure} />}
    />
  )
}

/** The most important notice about the subscription, with its action, which stays for another try when it failed. */
function SubscriptionAlert({ subscriptionState }: { subscriptionState: SubscriptionState }) {
  const { failure, askFailure } = subscriptionState
  return (
    <>
      {Boolean(failure || askFailure) && <SubscriptionProgress subscriptionState={subscriptionState} />}
      {!failure && <StateAlert subscriptionState={subscriptionState} />}
    </>
  )
}

function StateAlert({ subscriptionState }: { subscriptionState: SubscriptionState }) {
  const { subscription, phase, isAsking, requestSubscription } = subscriptionState
  const { timeZone } = usePartner()
  if (!subscription) return null
  const { status, currentPeriodEnd, cancelAtPeriodEnd, activationUrl, desk } = subscription
  const day = currentPeriodEnd ? formatLongDay(currentPeriodEnd, timeZone) : ''
  if (hasEnded(status)) {
    const action = (
      <LinkButton fit href={pathOf('subscriptionCheckout')}>
        {t('subscription.seePlan')}
      </LinkButton>
    )
    return <Alert tone="info" title={t('subscription.now.over')} action={action} />
  }
  if (phase === 'unclear') return <Alert tone="warning" title={t('subscription.now.unclear')} action={<ToSupport />} />
  if (phase === 'due') {
    return (
      <Alert
        title={t('subscription.now.due')}
        action={
          <AskCard
            busy={isAsking}
            onAsk={() => requestSubscription()}
            text={chargesAtOnce(subscription) ? 'payNow' : 'newCard'}
          />
        }
      >
        {dueMessage(subscription)}
      </Alert>
    )
  }
  if (phase === 'cancelling') return <CancellingAlert />
  if (cancelAtPeriodEnd) {
    return (
      <Alert
        tone="info"
        title={t('subscription.now.ends', { day })}
        action={<AskCard busy={isAsking} onAsk={() => requestSubscription()} text="stay" />}
      >
        {t('subscription.now.endsText')}
      </Alert>
    )
  }
  if (phase === 'paused') return <Paused subscription={subscription} />
  if (phase === 'subscribed') return activationUrl ? <CardPageOpen url={activationUrl} /> : <FromDesk desk={desk} />
  if (phase === 'awaiting') return <AwaitingAlert />
  const action = (
    <LinkButton fit href={pathOf('subscriptionCheckout')}>
      {t('subscription.goOn')}
    </LinkButton>
  )
  return <Alert tone="info" title={t('subscription.now.unfinished')} action={action} />
}

/** How the provider goes on, and what another card does. */
function dueMessage(subscription: Subscription): string | undefined {
  const retries = paymentVendor(subscription.provider)?.subscriptionRetries
  const text = chargesAtOnce(subscription) ? 'subscription.now.dueText' : 'subscription.now.dueText.later'
  return retries && t(text, retries)
}

function CardPageOpen({ url }: { url: string }) {
  const action = (
    <Button fit onClick={() => toCardPage(url)}>
      {t('subscription.toCard')}
    </Button>
  )
  return <Alert tone="info" title={t('subscription.now.newCard')} action={action} />
}

function AskCard({ busy, onAsk, text }: { busy: boolean; onAsk: () => void; text: 'payNow' | 'newCard' | 'stay' }) {
  return (
    <Button fit busy={busy} onClick={onAsk}>
      {t(`subscription.${text}`)}
    </Button>
  )
}

/** Staff paused the subscription upon a call or e-mail; they also resume it. */
function Paused({ subscription: { currentPeriodEnd: end, desk } }: { subscription: Subscription }) {
  const { timeZone } = usePartner()
  const isPaid = end !== null && Date.parse(end) > serverNow()
  const title =
    desk?.action === 'paused'
      ? t('subscription.now.pausedSince', { day: formatLongDay(desk.at, timeZone) })
      : t('subscription.now.paused')
  return (
    <Alert tone="info" title={title} action={<ToSupport />}>
      {isPaid
        ? t('subscription.now.pausedText', { day: formatLongDay(end, timeZone) })
        : t('subscription.now.pausedOver')}
    </Alert>
  )
}

/** Staff resumed or reviewed the subscription: the same text as in the notification. */
function FromDesk({ desk }: Pick<Subscription, 'desk'>) {
  const { timeZone } = usePartner()
  if (!desk || desk.action === 'paused') return null
  const day = formatLongDay(desk.at, timeZone)
  return (
    <Alert tone="info" title={t(`subscription.now.${desk.action}`)}>
      {t(`subscription.now.${desk.action}Text`, { day })}
    </Alert>
  )
}

function ToSupport() {
  return (
    <LinkButton fit href={pathOf('support')}>
      {t('subscription.toSupport')}
    </LinkButton>
  )
}
