import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { whenAddressIsAsked } from '@cuida/core/checkout/invoice/address-later.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { Address } from '@cuida/core/profile/address/address.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Countdown } from '@cuida/ui/Countdown/Countdown.tsx'
import { useCountdown } from '@cuida/ui/Countdown/use-countdown.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useEffect, useState } from 'react'
import { type Entry, takeEntry } from '../../access/sign-in/entry.ts'
import { BookingIdentity } from '../../booking/BookingIdentity.tsx'
import { type Booking, changePatient } from '../../booking/cart/booking.ts'
import { updateBooking, useBookingState } from '../../booking/cart/cart-store.ts'
import { useFamilyFor } from '../../booking/use-family-for.ts'
import { useProduct } from '../../catalogue/queries.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'
import { Brand } from '../../kit/frame/Brand.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { useSession } from '../../kit/session/session.tsx'
import { addressLine } from '../../profile/address/address-line.ts'
import { useAddress } from '../../profile/queries.ts'
import { pathOf } from '../../routes.ts'
import { addressesOf } from '../payment/order-payment.ts'
import { PayButton } from '../payment/PayButton.tsx'
import { PaymentFailure, PaymentForm } from '../payment/PaymentForm.tsx'
import { usePaymentChoice, walletIn } from '../payment/payment-choice.ts'
import { useTrackCheckout } from '../payment/track-order.ts'
import { usePayment } from '../payment/use-payment.ts'
import { usePix } from '../pix/use-pix.ts'
import { PriceLines } from '../price/PriceLines.tsx'
import { RefundTerms } from '../price/RefundTerms.tsx'
import { PromoCode } from '../promo/PromoCode.tsx'
import { usePrice } from '../queries.ts'
import { useWallet } from '../wallet/use-wallet.ts'
import css from './CheckoutScreen.module.css'
import { ClosedBar, useBookingAvailability } from './ClosedCheckout.tsx'
import { checkoutFailureMessage } from './checkout-failure.ts'
import { GuestSignIn } from './GuestSignIn.tsx'
import { Review } from './Review.tsx'
import { chooseAgain, type HeldTime, useHeldTime, useReleaseOnBack } from './use-held-time.ts'

/** What is booked, for whom, until when it is held, its price, and the payment. */
export function CheckoutScreen() {
  const { booking, restored } = useBookingState()
  const { status, profile } = useSession()
  if (!booking && restored) return <NothingToPay isSignedIn={profile !== undefined} />
  if (booking && restored && status !== 'starting') return <Checkout booking={booking} profile={profile} />
  return (
    <Screen title={t('checkout.title')}>
      <Skeleton lines={6} />
    </Screen>
  )
}

/** A patient who already paid in another tab is led to the consultations. */
function NothingToPay({ isSignedIn }: { isSignedIn: boolean }) {
  const action = (
    <>
      {isSignedIn && <LinkButton href={pathOf('consultations')}>{t('checkout.order.toConsultations')}</LinkButton>}
      <LinkButton variant={isSignedIn ? 'quiet' : 'secondary'} href={pathOf('home', {})}>
        {t('checkout.nothing.action')}
      </LinkButton>
    </>
  )
  return (
    <Screen title={t('checkout.title')}>
      <EmptyState title={t('checkout.nothing')} action={action} />
    </Screen>
  )
}

function Checkout({ booking, profile }: { booking: Booking; profile: Profile | undefined }) {
  const product = useProduct(booking.productSlug)
  usePatient(booking, product.data, profile !== undefined)
  const { hasChoice } = useFamilyFor(product.data, booking.patientId)
  const availability = useBookingAvailability(booking, product.data)
  const price = usePrice(booking, profile === undefined)
  useTrackCheckout(booking, price.data)
  const held = useHeldTime(booking)
  const addresses = usePayerAddresses(profile?.id)
  const purchase = { booking, profile, price: price.data, addresses, onLost: held.lose }
  const choice = usePaymentChoice(profile)
  const method = price.data?.total === 0 ? 'card' : choice.method
  const payment = usePayment(purchase)
  const pix = usePix(purchase)
  const wallet = useWallet(purchase, walletIn(method))
  const form = method === 'card' ? payment.form : method === 'pix' ? pix : wallet
  const { failure } = form
  const isPaying = payment.form.busy || pix.busy || wallet.busy
  useReleaseOnBack(isPaying)
  const isOpen = held.slot !== undefined || availability?.isOpen !== false
  const refundTerms = isOpen && price.data !== undefined && price.data.total > 0 && (
    <RefundTerms slot={held.slot} answerBy={availability?.forecast?.answerBy} />
  )
  const leave = () => chooseAgain(booking, { changesPatient: hasChoice })
  const title = t(price.data?.total === 0 ? 'checkout.titleFree' : 'checkout.title')
  return (
    <Screen
      title={title}
      heading={
        <span className={css.heading}>
          {title}
          <span aria-hidden="true">
            <Brand small />
          </span>
        </span>
      }
      status={held.until && <HeldStatus until={held.until} onEnd={() => isPaying || held.lose()} />}
      identity={!isPaying && <BookingIdentity />}
      onBack={isPaying ? false : leave}
      action={
        product.data && availability?.isOpen === false && !isPaying ? (
          <ClosedBar product={product.data} availability={availability} failure={failure} />
        ) : (
          (Boolean(failure) || (profile && price.data)) && (
            <>
              <PaymentFailure failure={failure} booking={booking} />
              {profile && refundTerms}
              {profile && <PayButton price={price.data} payment={payment} method={method} busy={form.busy} />}
            </>
          )
        )
      }
    >
      <HeldWarning held={held} />
      {profile && booking.patientId && <EntryAlert />}
      {product.data === null ? (
        <ErrorState title={t('checkout.error.PRODUCT_NOT_FOUND')} />
      ) : (
        <Review
          booking={booking}
          slot={held.slot}
          product={product.data}
          profile={profile}
          availability={availability}
        />
      )}
      {price.data && <PromoCode price={price.data} productSlug={booking.productSlug} />}
      <QueryBoundary query={price} loading={<PriceLines price={undefined} />} errorTitle={checkoutFailureMessage}>
        {(price) => <PriceLines price={price} />}
      </QueryBoundary>
      {!profile && refundTerms}
      {!profile && <GuestSignIn />}
      {profile && price.data && price.data.total > 0 && <BillingAddress holderId={profile.id} />}
      {profile && <PaymentForm price={price.data} payment={payment} pix={pix} wallet={wallet} choice={choice} />}
    </Screen>
  )
}

/**
 * Chooses the patient of the order, which the server needs for the price. Patients with a family are asked once more
 * here: a guest could not be asked, and the chosen person may no longer be eligible.
 */
function usePatient({ patientId }: Booking, product: Product | null | undefined, isSignedIn: boolean): void {
  const { patient, holderId } = useFamilyFor(product, patientId)
  const resolvedPatientId = patient?.id
  useEffect(() => {
    if (!isSignedIn || !product || (resolvedPatientId && resolvedPatientId === patientId)) return
    if (resolvedPatientId) updateBooking(changePatient({ patientId }, resolvedPatientId, holderId))
    else goTo(pathOf('selectProfile'), { replace: true })
  }, [isSignedIn, product, resolvedPatientId, patientId, holderId])
}

/** B4.24: confirms the return from sign-in or registration; the booking is intact. */
function EntryAlert() {
  const [entry, setEntry] = useState<Entry>()
  useEffect(() => setEntry((known) => known ?? takeEntry()), [])
  if (!entry) return null
  return <Alert tone="success" leaves onClose={() => setEntry(undefined)} title={t(`checkout.alert.${entry}`)} />
}

const WARN_S = 120

/** In the header, with a label: a bare clock would look like the appointment's time. */
function HeldStatus({ until, onEnd }: { until: string; onEnd: () => void }) {
  return <Countdown until={until} onEnd={onEnd} text={(remainingTime) => t('checkout.held', { left: remainingTime })} />
}

/** Two minutes before it expires, the hold can be extended (product 11.7). */
function HeldWarning({ held }: { held: HeldTime }) {
  if (held.failure || held.isKeeping) return <Keep held={held} />
  return held.until ? <LastMinutes until={held.until} held={held} /> : null
}

function LastMinutes({ until, held }: { until: string; held: HeldTime }) {
  return useCountdown(until) <= WARN_S ? <Keep held={held} /> : null
}

function Keep({ held: { keepSlot, isKeeping, failure } }: { held: HeldTime }) {
  const action = (
    <Button fit busy={isKeeping} onClick={() => void keepSlot()}>
      {t('checkout.held.keep')}
    </Button>
  )
  return (
    <Alert tone="warning" title={t('checkout.held.warning')} failure={failure} action={action}>
      {failure ? failureMessage(failure) : t('checkout.held.warningText')}
    </Alert>
  )
}

/** The address of the invoice: shown when known, requested when the partner asks for it before paying. */
function BillingAddress({ holderId }: { holderId: string }) {
  const partner = usePartner()
  const billing = useAddress(holderId, 'billing')
  if (whenAddressIsAsked(partner) === 'before paying')
    return (
      <QueryBoundary query={billing} lines={1} errorTitle={() => t('checkout.billing')} keepsStale>
        {({ address }) => <Row address={address} />}
      </QueryBoundary>
    )
  return billing.data?.address ? <Row address={billing.data.address} /> : null
}

function Row({ address }: { address: Address | null }) {
  return (
    <List label={t('checkout.billing')}>
      <ListRow
        icon="home"
        title={t('checkout.billing')}
        detail={address ? addressLine(address) : t('checkout.billing.missing')}
        aside={t(address ? 'checkout.change' : 'checkout.billing.add')}
        href={pathOf('address', { kind: 'billing' })}
      />
    </List>
  )
}

/** The home and billing addresses for the order, as far as they are known. */
function usePayerAddresses(holderId: string | undefined) {
  const home = useAddress(holderId, 'home').data?.address
  const billing = useAddress(holderId, 'billing').data?.address
  return addressesOf(home, billing)
}
