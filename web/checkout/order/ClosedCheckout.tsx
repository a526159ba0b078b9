import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import type { Booking } from '../../booking/cart/booking.ts'
import { openingWords } from '../../catalogue/product/opening-words.ts'
import { type Standing, useOpening } from '../../catalogue/product/use-opening.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import css from './ClosedCheckout.module.css'
import { checkoutAdvice, checkoutWords } from './checkout-failure.ts'

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
        <Alert title={checkoutWords(failure)} failure={failure}>
          {checkoutAdvice(failure)}
        </Alert>
      ) : (
        <p className={css.note}>
          {t('catalogue.product.closed')}. {opens && openingWords(opens, timeZone, now)}
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
