import { getOrder } from '@cuida/core/checkout/order/api.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import { canPayByPix } from '@cuida/core/checkout/pix/pix.ts'
import { WALLET_NAMES } from '@cuida/core/checkout/wallet/wallet.ts'
import { paymentVendor } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Section, Stack } from '@cuida/ui/Card/Card.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { isOffline, useIsOnline } from '@cuida/ui/client/network.ts'
import { callKey, invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { DoneMark } from '@cuida/ui/DoneMark/DoneMark.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { Timeline } from '@cuida/ui/Timeline/Timeline.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'
import { platform } from '../../platform/platform.ts'
import { Identity } from '../../profile/account/Identity.tsx'
import { pathOf } from '../../routes.ts'
import { BankNotice, redirectToBank } from '../card/BankNotice.tsx'
import { CardFrame } from '../card/CardFrame.tsx'
import { rememberMethod } from '../payment/payment-choice.ts'
import { trackPurchase } from '../payment/track-order.ts'
import { type InsteadOfPix, useInsteadOfPix } from '../pix/use-instead-of-pix.ts'
import { useOrder } from '../queries.ts'
import { backToCheckout } from './back-to-checkout.ts'
import { checkoutFailureMessage } from './checkout-failure.ts'
import { OrderOutcome } from './OrderOutcome.tsx'
import { type OrderView, orderView } from './order-view.ts'
import { endBookingOf } from './placed-order.ts'
import { type HeldAgain, useHeldAgain } from './use-held-again.ts'
import { chooseAgain } from './use-held-time.ts'

/** While the order is processed, and beside a Pix code, the bar has no button. */
const hasAction = ({ phase, bankUrl }: OrderView): boolean =>
  bankUrl !== undefined || phase === 'active' || phase === 'failed'

const PixPayment = lazy('PixPayment', () => import('../pix/PixPayment.tsx'), { waiting: <Skeleton lines={4} /> })

/** Shows the order's progress, its next step and its action. */
export function OrderScreen({ params: { id = '' } }: { params: Record<string, string> }) {
  const order = useOrder(id)
  const { data, error } = order
  if (!data && refusedWith(getOrder, error, 'ORDER_NOT_FOUND')) return <NoSuchOrder />
  const trouble = (
    <QueryBoundary query={order} lines={4} errorTitle={failureMessage} keepsStale>
      {() => null}
    </QueryBoundary>
  )
  if (data) {
    return (
      <OrderStatus order={data} isLost={isOffline(error)}>
        {trouble}
      </OrderStatus>
    )
  }
  return (
    <Screen title={t('checkout.order.title')} onBack={false}>
      {trouble}
    </Screen>
  )
}

interface OrderStatusProps {
  order: Order
  /** The last poll failed for want of a network. */
  isLost: boolean
  children: ReactNode
}

function OrderStatus({ order, isLost, children }: OrderStatusProps) {
  const view = orderView(order)
  const { phase } = view
  const pix = useInsteadOfPix(order)
  const held = useHeldAgain(order)
  const isOnline = useIsOnline()
  const isAway = isLost || !isOnline
  const code = phase === 'pix' ? order.pix : null
  const provider = paymentVendor(usePartner().paymentProvider)?.name ?? ''
  const names = { method: view.wallet ? WALLET_NAMES[view.wallet] : '', provider }
  const title = t(titleOf(view), names)
  useEffect(() => {
    if (phase === 'active' && endBookingOf(order)) void trackPurchase(order)
  }, [phase, order])
  useEffect(() => {
    if (phase === 'active') platform().haptic('success')
  }, [phase])
  return (
    <Screen
      title={title}
      heading={
        phase === 'active' && (
          <>
            <DoneMark />
            {title}
          </>
        )
      }
      lead={t(leadOf(view), names)}
      arrival={phase}
      identity={<Identity patientId={order.patient.id} />}
      onBack={false}
      action={hasAction(view) && <OrderAction order={order} view={view} pix={pix} held={held} />}
    >
      {/* Beside an open code, `PixPayment` alone reports the lost network, with what it means for the money. */}
      {!(code && isAway) && children}
      {code && <PixPayment key={code.code} order={order} pix={code} instead={pix} isAway={isAway} />}
      <OrderOutcome order={order} view={view} held={held} />
      {view.bankUrl && (
        <BankNotice url={view.bankUrl} page={view.wallet ? 'wallet' : 'bank'}>
          <ChallengeTrouble instead={pix} />
        </BankNotice>
      )}
      {view.bankFrame && (
        <BankQuestion key={view.bankFrame.request} order={order} frame={view.bankFrame} instead={pix} />
      )}
      {phase !== 'active' && (
        <Timeline
          label={t('checkout.order.steps')}
          steps={view.steps.map(({ name, state }) => ({ label: t(`checkout.order.step.${name}`, names), state }))}
        />
      )}
    </Screen>
  )
}

/** Two reasons have a title of their own (B8.6); the others only a lead. */
function titleOf({ heading, reason }: OrderView): string {
  const ofReason = `checkout.failure.${reason}.title`
  return heading === 'failed' && hasMessage(ofReason) ? ofReason : `checkout.order.${heading}.title`
}

function leadOf({ heading, reason, isPix, wallet }: OrderView): string {
  if (!reason) return `checkout.order.${heading}.lead`
  const ofMethod = `checkout.failure.${reason}.${isPix ? 'pix' : 'wallet'}`
  return (isPix || wallet) && hasMessage(ofMethod) ? ofMethod : `checkout.failure.${reason}`
}

function NoSuchOrder() {
  const action = <LinkButton href={pathOf('consultations')}>{t('checkout.order.toConsultations')}</LinkButton>
  return (
    <Screen title={t('checkout.order.title')}>
      <EmptyState title={t('checkout.order.missing')} action={action} />
    </Screen>
  )
}

interface BankQuestionProps {
  order: Order
  frame: NonNullable<Order['challengeFrame']>
  instead: InsteadOfPix
}

/**
 * The bank's 3-D Secure challenge in a frame. Its end is only a hint: the order has the result. A patient who cannot
 * answer pays by another method; the challenge is ended first.
 */
function BankQuestion({ order, frame, instead }: BankQuestionProps) {
  const queries = useQueryClient()
  const [isDone, setDone] = useState(false)
  function done(): void {
    setDone(true)
    void invalidateQueries(queries, [callKey(getOrder, { id: order.id })])
  }
  return (
    <Stack>
      {isDone ? (
        <Spinner label={t('checkout.order.bankFrame.waiting')} />
      ) : (
        <CardFrame form={{ kind: 'challenge', ...frame }} onComplete={done} />
      )}
      <ChallengeTrouble instead={instead} />
    </Stack>
  )
}

/** Another payment method for a patient who cannot answer the bank. */
function ChallengeTrouble({ instead }: { instead: InsteadOfPix }) {
  return (
    <Section title={t('checkout.order.bankFrame.trouble')}>
      <Stack>
        <p>{t('checkout.order.bankFrame.trouble.text')}</p>
        {instead.failure ? <Alert title={checkoutFailureMessage(instead.failure)} failure={instead.failure} /> : null}
        <Button busy={instead.alternative === 'other'} onClick={() => instead.requestAlternative('other')}>
          {t('checkout.pix.otherWay')}
        </Button>
      </Stack>
    </Section>
  )
}

interface OrderActionProps {
  order: Order
  view: OrderView
  pix: InsteadOfPix
  held: HeldAgain | undefined
}

/** The action of the current phase. During processing there is none, because the patient can do nothing. */
function OrderAction({ order, view, pix, held }: OrderActionProps) {
  const { phase, bankUrl, consultationId, retry, wallet } = view
  if (bankUrl) {
    return (
      <Button variant="primary" onClick={() => redirectToBank(bankUrl)}>
        {t(`checkout.order.${wallet ? 'wallet' : 'bank'}.go`)}
      </Button>
    )
  }
  if (phase === 'active' || phase === 'cancelled') {
    const href = consultationId ? pathOf('consultation', { id: consultationId }) : pathOf('consultations')
    return (
      <LinkButton variant="primary" href={href}>
        {t('checkout.order.toConsultation')}
      </LinkButton>
    )
  }
  if (phase !== 'failed') return null
  return retry === 'pix' ? <AnotherCode pix={pix} /> : <TryAgain order={order} view={view} held={held} />
}

/** A new code for the same booking, or another payment method. */
function AnotherCode({ pix }: { pix: InsteadOfPix }) {
  return (
    <>
      {pix.failure ? <Alert title={checkoutFailureMessage(pix.failure)} failure={pix.failure} /> : null}
      <Button variant="primary" busy={pix.alternative === 'again'} onClick={() => pix.requestAlternative('again')}>
        {t('checkout.order.retry.pix')}
      </Button>
      <Button variant="quiet" busy={pix.alternative === 'other'} onClick={() => pix.requestAlternative('other')}>
        {t('checkout.pix.otherWay')}
      </Button>
    </>
  )
}

function TryAgain({ order, view, held }: Omit<OrderActionProps, 'pix'>) {
  const [attempt, setAttempt] = useState<'same' | 'pix' | 'card'>()
  const offersPix = canPayByPix(usePartner())
  const { retry, mayBePaid, isPix, wallet } = view
  const tryAgain = (nextAttempt: 'same' | 'pix' | 'card') => {
    setAttempt(nextAttempt)
    if (nextAttempt !== 'same') rememberMethod(nextAttempt)
    void backToCheckout(order)
  }
  return (
    <>
      <Button variant="primary" busy={attempt === 'same'} onClick={() => tryAgain('same')}>
        {t(`checkout.order.retry.${retry}`)}
      </Button>
      {offersPix && !isPix && retry !== 'time' && (
        <Button busy={attempt === 'pix'} onClick={() => tryAgain('pix')}>
          {t('checkout.order.retry.withPix')}
        </Button>
      )}
      {wallet && retry !== 'time' && (
        <Button busy={attempt === 'card'} onClick={() => tryAgain('card')}>
          {t('checkout.order.retry.withCard')}
        </Button>
      )}
      {held && !mayBePaid ? (
        <Button variant="quiet" onClick={() => chooseAgain(held.booking, {})}>
          {t('checkout.order.retry.time')}
        </Button>
      ) : (
        <LinkButton variant="quiet" href={mayBePaid ? pathOf('consultations') : pathOf('home', {})}>
          {t(mayBePaid ? 'checkout.order.toConsultations' : 'checkout.order.toHome')}
        </LinkButton>
      )}
    </>
  )
}
