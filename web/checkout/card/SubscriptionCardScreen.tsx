import { paymentVendor } from '@cuida/core/kit/vendors/payment-vendors.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Subscription } from '@cuida/core/subscription/api.ts'
import { hasEnded } from '@cuida/core/subscription/status.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { SubmitCancelled, useForm } from '@cuida/ui/forms/use-form.ts'
import { formatLongDay, formatMoney } from '@cuida/ui/i18n/format.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { useGiveSubscriptionCard } from '../../subscription/queries.ts'
import { checkoutAdvice, checkoutFailureMessage, isRefused } from '../order/checkout-failure.ts'
import { CardFrame, type CardFrameHandle } from './CardFrame.tsx'
import { payerOf } from './payer.ts'
import { type CardArrival, useCardArrival } from './use-card-arrival.ts'

/** The card of a subscription, where the provider has no page for it (docs/decisions/0208). */
export function SubscriptionCardScreen() {
  const { profile } = useSession()
  const { query, ...lost } = useCardArrival(profile)
  if (profile && query.data) return <GiveCard profile={profile} subscription={query.data} lost={lost} />
  return (
    <Screen title={t('subscription.card.title')}>
      {profile && !profile.subscription ? (
        <EmptyState
          title={t('subscription.manager.none')}
          action={<LinkButton href={pathOf('subscriptionCheckout')}>{t('subscription.seePlan')}</LinkButton>}
        />
      ) : query.error ? (
        <ErrorState failure={query.error} title={t('subscription.failed.fetch')} onAction={() => void query.refetch()}>
          {failureMessage(query.error)}
        </ErrorState>
      ) : (
        <Skeleton lines={6} />
      )}
    </Screen>
  )
}

interface GiveCardProps {
  profile: Profile
  subscription: Subscription
  lost: Omit<ReturnType<typeof useCardArrival>, 'query'>
}

/** Ends at the screen that asked for the card: the checkout of a new subscription, or the subscription's page. */
function GiveCard({ profile, subscription, lost }: GiveCardProps) {
  const [next] = useState(() =>
    pathOf(subscription.status === 'PENDING' ? 'subscriptionCheckout' : 'subscriptionManager'),
  )
  const frame = useRef<CardFrameHandle>(null)
  const element = useRef<HTMLFormElement>(null)
  const give = useGiveSubscriptionCard(profile)
  const form = useForm({ initial: {}, check: () => ({}), submit: giveCard, message: () => '' })
  const isOver = hasEnded(subscription.status)
  const isRequested = subscription.activationUrl !== null && !isOver
  const { arrival } = lost
  const mustLeave = !isRequested && (isOver || arrival === undefined) && form.failure === undefined
  useEffect(() => {
    if (mustLeave) goTo(next, { replace: true })
  }, [mustLeave, next])

  async function giveCard(): Promise<void> {
    if (arrival === 'checking') return
    if (!frame.current) throw new CallFailed(0, '', { code: 'CARD_FORM_MISSING' })
    const card = await frame.current.tokenise()
    // The frame shows which field is invalid.
    if (!card) return
    lost.forget()
    await give.mutateAsync({ subscriptionId: subscription.id, cardToken: card.cardToken }).catch((failure: unknown) => {
      if (isRefused(failure)) throw failure
      lost.check()
      throw new SubmitCancelled()
    })
    showToast(t('subscription.card.saved'))
  }
  return (
    <Screen title={t('subscription.card.title')} lead={leadOf(subscription)}>
      <form {...form.props} ref={element}>
        <Stack>
          {isRequested && (
            <>
              <CardFrame
                ref={frame}
                form={{ kind: 'newCard', ...payerOf(profile) }}
                onEnter={() => element.current?.requestSubmit()}
              />
              <p>{t('subscription.card.safe', { provider: paymentVendor(subscription.provider)?.name ?? '' })}</p>
            </>
          )}
          {form.failure !== undefined && <NotGiven failure={form.failure} />}
          {arrival && !form.busy && <Arrival arrival={arrival} onCheck={lost.check} />}
          {isRequested && (
            <Button type="submit" variant="primary" busy={form.busy || arrival === 'checking'}>
              {buttonLabel(subscription)}
            </Button>
          )}
          <LinkButton variant="quiet" href={next}>
            {t(isRequested ? 'subscription.card.later' : 'subscription.card.leave')}
          </LinkButton>
        </Stack>
      </form>
    </Screen>
  )
}

/** Failures of the card form have the checkout's texts. */
function NotGiven({ failure }: { failure: unknown }) {
  const key = failure instanceof CallFailed ? `subscription.error.${failure.code}` : ''
  const advice = `${key}.next`
  return (
    <Alert title={hasMessage(key) ? t(key) : checkoutFailureMessage(failure)} failure={failure}>
      {hasMessage(advice) ? t(advice) : checkoutAdvice(hasMessage(key) ? undefined : failure)}
    </Alert>
  )
}

const TONES = { checking: 'info', arrived: 'success', missing: 'warning', unknown: 'warning' } as const

/** After a lost answer: whether the card was taken, so that nobody fears to pay twice. */
function Arrival({ arrival, onCheck }: { arrival: CardArrival; onCheck: () => void }) {
  const action = arrival === 'unknown' && (
    <Button fit onClick={onCheck}>
      {t('subscription.askAgain')}
    </Button>
  )
  return (
    <Alert tone={TONES[arrival]} title={t(`subscription.card.${arrival}`)} action={action}>
      {t(`subscription.card.${arrival}Text`)}
    </Alert>
  )
}

/** What will be charged to the card, and when. */
function leadOf({ status, terms, currency }: Subscription): string {
  if (status === 'PAST_DUE') return t('subscription.card.due')
  if (status !== 'PENDING') return t('subscription.card.replace')
  const sum = (amount: number) => formatMoney({ amount, currency })
  if (terms.trialDays === 0) return t('subscription.note.payLater', { amount: sum(terms.amount) })
  const day = formatLongDay(new Date(serverNow() + terms.trialDays * 86_400_000).toISOString(), 'UTC')
  return t('subscription.note.trial', { amount: sum(terms.firstAmount), day })
}

function buttonLabel({ status, terms, currency }: Subscription): string {
  if (status !== 'PENDING') return t('checkout.cards.save')
  if (terms.trialDays > 0) return t('subscription.begin.trial', { days: terms.trialDays })
  return t('subscription.begin.pay', { amount: formatMoney({ amount: terms.firstAmount, currency }) })
}
