import { listProductSlots, listSlots } from '@cuida/core/booking/cart/api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { readKey } from '@cuida/ui/client/reads/read-key.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { useMutation } from '../../kit/mutations.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import type { Booking } from '../cart/booking.ts'
import { holdSlot, startBooking, useBooking } from '../cart/cart-store.ts'
import { missingStep } from '../questions/answering.ts'
import type { OfferedSlot } from './calendar.ts'
import { type TimesOf, useTimes } from './use-times.ts'

/** Everything behind the calendar's screen: which day is open, its times, and the way to the payment. */
export function useCalendar(product: Product, of: TimesOf) {
  const booking = useBooking()
  const times = useTimes(product, of, booking?.sessionKey)
  const { state, dispatch } = times
  const { maximumLengthAllowed: allowed } = usePartner()
  const { clinician } = of
  const hold = useHold(product.slug, (error) => dispatch({ type: 'holdRefused', error }))

  function reserve(): void {
    const { chosen } = state
    const clinicianId = chosen?.clinicianId ?? clinician?.id
    if (!chosen || !clinicianId) dispatch({ type: 'pressedWithoutSlot' })
    else if (booking?.productId === product.id && !missingStep(product, { ...booking, mode: 'later' }, allowed))
      hold.mutate({ ...chosen, clinicianId })
    else answerFirst(product, { booking, clinicianId: clinician?.id, allowed })
  }
  return { ...times, reserve, isHolding: hold.isPending }
}

/** Whoever comes by a link has answers to give first; they lead back to this calendar. */
function answerFirst(
  product: Product,
  { booking, clinicianId, allowed }: { booking: Booking | undefined; clinicianId: string | undefined; allowed: number },
): void {
  const { id: productId, slug } = product
  startBooking({ productId, productSlug: slug, mode: 'later', clinicianId })
  const isTold = booking?.productId === productId && missingStep(product, booking, allowed)?.step === 'summary'
  goTo(isTold ? pathOf('summary', { slug }) : pathOf('questions', { slug }))
}

function useHold(productSlug: string, onRefused: (error: unknown) => void) {
  return useMutation(
    ({ clinicianId, startTime, endTime }: Required<OfferedSlot>) => holdSlot(clinicianId, { startTime, endTime }),
    {
      onDone: () => goTo(pathOf('checkout')),
      onRefused,
      stale: (_reply, { clinicianId }) => [
        readKey(listSlots, { id: clinicianId }),
        readKey(listProductSlots, { slug: productSlug }),
      ],
    },
  )
}
