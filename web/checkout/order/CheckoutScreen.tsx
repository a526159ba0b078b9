import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect } from 'react'
import { BookingIdentity } from '../../booking/BookingIdentity.tsx'
import { type Booking, chosenFor } from '../../booking/cart/booking.ts'
import { updateBooking, useBookingState } from '../../booking/cart/cart-store.ts'
import { useFamilyFor } from '../../booking/use-family-for.ts'
import { useProduct } from '../../catalogue/queries.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { BillingAddress, usePayerAddresses } from '../payment/BillingAddress.tsx'
import { useMeasuredCheckout } from '../payment/measured-order.ts'
import { PayButton } from '../payment/PayButton.tsx'
import { PaymentFailure, PaymentForm } from '../payment/PaymentForm.tsx'
import { usePaymentChoice } from '../payment/payment-choice.ts'
import { usePayment } from '../payment/use-payment.ts'
import { usePix } from '../pix/use-pix.ts'
import { PriceLines } from '../price/PriceLines.tsx'
import { PromoCode } from '../promo/PromoCode.tsx'
import { usePrice } from '../queries.ts'
import { ClosedBar, useNowStanding } from './ClosedCheckout.tsx'
import { checkoutWords } from './checkout-failure.ts'
import { EntryNews } from './EntryNews.tsx'
import { GuestNotice } from './GuestNotice.tsx'
import { HeldStatus, HeldWarning } from './HeldNotice.tsx'
import { Review } from './Review.tsx'
import { chooseAgain, useHeldTime, useReleaseOnBack } from './use-held-time.ts'

/** What is booked, for whom, until when it is held, what it costs, and the payment. */
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

/** Whoever paid in another tab finds here what they booked. */
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
  const standing = useNowStanding(booking, product.data)
  const price = usePrice(booking, profile === undefined)
  useMeasuredCheckout(booking, price.data)
  const held = useHeldTime(booking)
  const addresses = usePayerAddresses(profile?.id)
  const purchase = { booking, profile, price: price.data, addresses, onLost: held.lose }
  const choice = usePaymentChoice()
  const payment = usePayment(purchase)
  const pix = usePix(purchase)
  const isPix = choice.method === 'pix' && price.data?.total !== 0
  const failure = isPix ? pix.failure : payment.form.failure
  const isPaying = payment.form.busy || pix.busy
  useReleaseOnBack(isPaying)
  const leave = () => chooseAgain(booking, { who: hasChoice })
  return (
    <Screen
      title={t(price.data?.total === 0 ? 'checkout.titleFree' : 'checkout.title')}
      status={held.until && <HeldStatus until={held.until} onEnd={() => isPaying || held.lose()} />}
      identity={!isPaying && <BookingIdentity />}
      onBack={isPaying ? false : leave}
      action={
        product.data && standing?.isOpen === false && !isPaying ? (
          <ClosedBar product={product.data} standing={standing} failure={failure} />
        ) : (
          <>
            <PaymentFailure failure={failure} booking={booking} />
            <PayButton price={price.data} payment={payment} pix={isPix && pix} isGuest={!profile} />
          </>
        )
      }
    >
      <HeldWarning held={held} />
      {profile && booking.patientId && <EntryNews />}
      {product.data === null ? (
        <ErrorState title={t('checkout.error.PRODUCT_NOT_FOUND')} />
      ) : (
        <Review booking={booking} slot={held.slot} product={product.data} profile={profile} standing={standing} />
      )}
      {!profile && <GuestNotice />}
      {price.data && <PromoCode price={price.data} productSlug={booking.productSlug} />}
      <Loaded of={price} waiting={<PriceLines price={undefined} slot={held.slot} />} failed={checkoutWords}>
        {(price) => <PriceLines price={price} slot={held.slot} />}
      </Loaded>
      {profile && price.data && price.data.total > 0 && <BillingAddress holderId={profile.id} />}
      {profile && <PaymentForm price={price.data} payment={payment} pix={pix} choice={choice} />}
    </Screen>
  )
}

/**
 * Whom the order is for: the server prices and orders for a patient. Who has a family is asked once more here, since a
 * guest could not be, and so is whoever lost the person that they had chosen.
 */
function usePatient({ patientId }: Booking, product: Product | null | undefined, isSignedIn: boolean): void {
  const { patient, holderId } = useFamilyFor(product, patientId)
  const settled = patient?.id
  useEffect(() => {
    if (!isSignedIn || !product || (settled && settled === patientId)) return
    if (settled) updateBooking(chosenFor({ patientId }, settled, holderId))
    else goTo(pathOf('selectProfile'), { replace: true })
  }, [isSignedIn, product, settled, patientId, holderId])
}
