import { joinWaitlist, leaveWaitlist, listWaitlist, takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useQueryClient } from '@tanstack/react-query'
import { productQuery } from '../../catalogue/queries.ts'
import { api } from '../../kit/api.ts'
import { useChangeEvents } from '../../kit/content/change-events.ts'
import { useMutation } from '../../kit/mutations.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { useQuery } from '../../kit/queries.ts'
import { useIsSignedIn } from '../../kit/session/signed-in.ts'
import { pathOf } from '../../routes.ts'
import { adoptCart, currentBooking } from '../cart/cart-store.ts'
import { missingStep } from '../questions/answering.ts'
import type { AnswerRules } from '../questions/use-answer-rules.ts'

const WAITLIST = [listWaitlist]

/**
 * The patient's waitlist entries. Offers expire by the clock, so the list is polled and refetched on change events.
 */
export function useWaitlist() {
  const enabled = useIsSignedIn()
  useChangeEvents(WAITLIST)
  return useQuery(listWaitlist, {}, { enabled, every: POLL.every15s })
}

export const findWaitlistEntry = <W extends { product: { id: string } }>(
  items: readonly W[],
  productId: string,
): W | undefined => items.find(({ product }) => product.id === productId)

export const useJoinWaitlist = () =>
  useMutation(
    (input: { productId: string; clinicianId?: string }) =>
      api(joinWaitlist, { ...input, patientId: currentBooking()?.patientId }),
    { stale: WAITLIST },
  )

export const useLeaveWaitlist = () => useMutation((id: string) => api(leaveWaitlist, { id }), { stale: WAITLIST })

/**
 * Makes the offered time the running booking and goes on to payment, or to the unanswered questions.
 */
export function useTakeOffer(rules: AnswerRules) {
  const queries = useQueryClient()
  const take = async (id: string) => {
    const { productSlug: slug, ...cart } = await api(takeOffer, { id })
    const product = await queries.fetchQuery(productQuery(slug))
    const booking = adoptCart(cart, slug)
    const missing = product && missingStep(product, booking, rules)
    goTo(missing ? pathOf(missing.step, { slug }) : pathOf('checkout'))
  }
  return useMutation(take, { staleWhenRefused: WAITLIST })
}
