import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import type { Booking } from '../../booking/cart/booking.ts'
import { openingMessage } from '../../catalogue/product/opening-message.ts'
import { type Standing, useOpening } from '../../catalogue/product/use-opening.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import css from './ClosedCheckout.module.css'
import { checkoutAdvice, checkoutFailureMessage } from './checkout-failure.ts'

/** How care now stands, of a booking for now; undefined for an hour of its own, and while it loads. */
export function useNowStanding({ mode }: Booking, product: Product | null | undefined): Standing | undefined {
  const asked = mode === 'now' ? product : undefined
  const standing = useOpening(asked)
  return asked ? standing : undefined
}

interface ClosedBarProps {
  product: Product
  standing: Standing
  /** Who pressed too late reads that nothing was charged. */
  failure: unknown
}

/** In the place of the button that pays, which comes back when it opens: an hour can be booked. */
export function ClosedBar({ product: { slug, scheduled }, standing: { opens, now }, failure }: ClosedBarProps) {
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
