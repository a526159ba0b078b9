import { Identity } from '../profile/account/Identity.tsx'
import { pathOf } from '../routes.ts'
import { useBooking } from './cart/cart-store.ts'

/** Under the header of every booking screen, once somebody was chosen: whom it is for, and the way to change that. */
export function BookingIdentity() {
  const booking = useBooking()
  return <Identity patientId={booking?.patientId} change={pathOf('selectProfile')} />
}
