import { useQueryClient } from '@tanstack/react-query'
import { productCliniciansQuery } from '../catalogue/queries.ts'
import { pathOf } from '../routes.ts'
import type { Booking } from './cart/booking.ts'

/**
 * Where a booking goes once it is known what is asked and for whom: to the payment for "now" and for a time that is
 * held, else to the calendar of whoever was chosen, or of everybody. undefined: nobody has a free time.
 */
export function useOnward() {
  const queries = useQueryClient()
  return async (booking: Booking): Promise<string | undefined> => {
    if (booking.mode === 'now' || booking.slot) return pathOf('checkout')
    const { productSlug } = booking
    const { clinicianId } = booking
    if (clinicianId) return pathOf('clinicianCalendar', { clinicianId, productSlug })
    const { items } = await queries.fetchQuery(productCliniciansQuery(productSlug))
    return items.some(({ nextFree }) => nextFree) ? pathOf('productCalendar', { slug: productSlug }) : undefined
  }
}
