import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import type { Booking } from '../../booking/cart/booking.ts'
import { openingMessage } from '../../catalogue/product/opening-message.ts'
import {
  type OnDemandAvailability,
  useOnDemandAvailability,
} from '../../catalogue/product/use-on-demand-availability.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import css from './ClosedCheckout.module.css'
import { checkoutAdvice, checkoutFailureMessage } from './checkout-failure.ts'

/** Availability of on-demand care for a booking in mode "now"; undefined for a scheduled one and while it loads. */
export function useBookingAvailability(
  { mode }: Booking,
  product: Product | null | undefined,
): OnDemandAvailability | undefined {
  const onDemandProduct = mode === 'now' ? product : undefined
  const availability = useOnDemandAvailability(onDemandProduct)
  return onDemandProduct ? availability : undefined
}

interface ClosedBarProps {
  product: Product
  availability: OnDemandAvailability
  /** After a late payment attempt, says that nothing was charged. */
  failure: unknown
}

/**
 * Replaces the pay button while on-demand care is closed and offers to book a time; the button returns when care
 * opens.
 */
export function ClosedBar({ product: { slug, scheduled }, availability: { opens, now }, failure }: ClosedBarProps) {
  const { timeZone } = usePartner()
  return (
    <>
      {failure ? (
        <Alert title={checkoutFailureMessage(failure)} failure={failure}>
          {checkoutAdvice(failure)}
        </Alert>
      ) : (
        <p className={css.note}>
          {t('catalogue.product.closed')}. {opens && openingMessage(opens, timeZone, now)}
        </p>
      )}
      {scheduled && (
        <LinkButton variant="primary" href={pathOf('product', { slug })}>
          {t('checkout.error.CLOSE.action')}
        </LinkButton>
      )}
    </>
  )
}
