import { Identity } from '../profile/account/Identity.tsx'
import { pathOf } from '../routes.ts'
import { useBooking } from './cart/cart-store.ts'

/** Shows under the header of booking screens whom the booking is for, with a link to change it. */
export function BookingIdentity() {
  const booking = useBooking()
  return <Identity patientId={booking?.patientId} change={pathOf('selectProfile')} />
}
