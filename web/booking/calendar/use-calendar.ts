import { listSlots } from '@cuida/core/booking/cart/api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { readKey } from '@cuida/ui/client/reads/read-key.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { useDeed } from '../../kit/deeds.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import type { Booking, Slot } from '../cart/booking.ts'
import { holdSlot, startBooking, useBooking } from '../cart/cart-store.ts'
import { missingStep } from '../questions/answering.ts'
import type { BookableClinician } from './ClinicianList.tsx'
import { useTimes } from './use-times.ts'

/** Everything behind the calendar's screen: which day is open, its times, and the way to the payment. */
export function useCalendar(product: Product, clinician: BookableClinician) {
  const booking = useBooking()
  const times = useTimes(product, clinician, booking?.sessionKey)
  const { state, dispatch } = times
  const { maximumLengthAllowed: allowed } = usePartner()
  const hold = useHold(clinician.id, (error) => dispatch({ type: 'holdRefused', error }))

  function reserve(): void {
    if (!state.chosen) dispatch({ type: 'pressedWithoutSlot' })
    else if (booking?.productId === product.id && !missingStep(product, { ...booking, mode: 'later' }, allowed))
      hold.mutate(state.chosen)
    else answerFirst(product, { booking, clinicianId: clinician.id, allowed })
  }
  return { ...times, reserve, isHolding: hold.isPending }
}

/** Whoever comes by a link has answers to give first; they lead back to this calendar. */
function answerFirst(
  product: Product,
  { booking, clinicianId, allowed }: { booking: Booking | undefined; clinicianId: string; allowed: number },
): void {
  const { id: productId, slug } = product
  startBooking({ productId, productSlug: slug, mode: 'later', clinicianId })
  const isTold = booking?.productId === productId && missingStep(product, booking, allowed)?.step === 'summary'
  goTo(isTold ? pathOf('summary', { slug }) : pathOf('questions', { slug }))
}

function useHold(clinicianId: string, onRefused: (error: unknown) => void) {
  return useDeed(({ startTime, endTime }: Slot) => holdSlot(clinicianId, { startTime, endTime }), {
    onDone: () => goTo(pathOf('checkout')),
    onRefused,
    stale: [readKey(listSlots, { id: clinicianId })],
  })
}
