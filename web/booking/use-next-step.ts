import { useQueryClient } from '@tanstack/react-query'
import { productCliniciansQuery } from '../catalogue/queries.ts'
import { pathOf } from '../routes.ts'
import type { Booking } from './cart/booking.ts'

/**
 * Goes to the next step once answers and patient are known: to payment for "now" or with a held time, otherwise to
 * the calendar of the chosen clinician or of all. undefined: no clinician has a free time.
 */
export function useNextStep() {
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
