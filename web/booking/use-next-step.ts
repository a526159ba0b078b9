import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { useQueryClient } from '@tanstack/react-query'
import { productCliniciansQuery } from '../catalogue/queries.ts'
import { pathOf } from '../routes.ts'
import type { Booking } from './cart/booking.ts'
import { missingStep } from './questions/answering.ts'
import { useAnswerRules } from './questions/use-answer-rules.ts'

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

/**
 * The next step of a repeated booking: a question without a current answer, the summary if it lacks something, and
 * otherwise `useNextStep`.
 */
export function useMissingStep() {
  const onward = useNextStep()
  const rules = useAnswerRules()
  return async (product: Product, booking: Booking): Promise<string | undefined> => {
    const missing = missingStep(product, booking, rules)
    if (!missing) return onward(booking)
    const { slug } = product
    return missing.step === 'questions'
      ? pathOf('questions', { slug }, { question: String(missing.at + 1) })
      : pathOf('summary', { slug })
  }
}
