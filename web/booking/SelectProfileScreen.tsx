import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useProduct } from '../catalogue/queries.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { useSession } from '../kit/session/session.tsx'
import { FamilyGate } from '../profile/family/FamilyGate.tsx'
import { pathOf } from '../routes.ts'
import type { Booking } from './cart/booking.ts'
import { useBookingState } from './cart/cart-store.ts'
import { WhoForm } from './WhoForm.tsx'

/** A2.28: whom the running booking is for. */
export function SelectProfileScreen() {
  const { booking, restored } = useBookingState()
  const { familyProfilesEnabled } = usePartner()
  if (!familyProfilesEnabled) return <NoFamilies />
  if (booking && restored) return <Who booking={booking} />
  const action = <LinkButton href={pathOf('home', {})}>{t('booking.who.toHome')}</LinkButton>
  return (
    <Screen title={t('booking.who.title')}>
      {booking ? <Skeleton lines={4} /> : <EmptyState title={t('booking.who.nothing')} action={action} />}
    </Screen>
  )
}

/** A2.28: only where the partner allows dependants. Without families a booking is for oneself, and nobody is sent here. */
function NoFamilies() {
  return (
    <Screen title={t('booking.who.title')}>
      <FamilyGate>{null}</FamilyGate>
    </Screen>
  )
}

function Who({ booking }: { booking: Booking }) {
  const { profile } = useSession()
  const product = useProduct(booking.productSlug)
  if (profile && product.data) return <WhoForm product={product.data} booking={booking} />
  return (
    <Screen title={t('booking.who.title')}>
      <Loaded of={product} lines={4} failed={() => t('catalogue.failed')}>
        {(product) => (product ? <Skeleton lines={4} /> : <ErrorState title={t('catalogue.product.missing')} />)}
      </Loaded>
    </Screen>
  )
}
