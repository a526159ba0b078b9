import type { Product } from '@cuida/core/catalogue/product.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import type { Booking } from '../booking/booking.ts'
import { useOpening } from '../catalogue/use-opening.ts'
import { pathOf } from '../routes.ts'

/** How care now stands, of a booking for now; undefined for an hour of its own, and while it loads. */
export function useNowStanding({ mode }: Booking, product: Product | null | undefined) {
  const asked = mode === 'now' ? product : undefined
  const standing = useOpening(asked)
  return asked ? standing : undefined
}

/** In the place of the button that pays, which comes back when it opens: an hour can be booked. */
export function ClosedAction({ product: { slug, scheduled } }: { product: Product }) {
  if (!scheduled) return null
  return (
    <LinkButton variant="primary" href={pathOf('product', { slug })}>
      {t('checkout.error.CLOSE.action')}
    </LinkButton>
  )
}
