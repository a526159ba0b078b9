import { joinWaitlist, leaveWaitlist, listWaitlist, takeOffer } from '@cuida/core/booking/waitlist/waitlist-api.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { productQuery } from '../../catalogue/queries.ts'
import { api } from '../../kit/api.ts'
import { useHints } from '../../kit/content/hints.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { useIsSignedIn } from '../../kit/session/signed-in.ts'
import { pathOf } from '../../routes.ts'
import { adoptCart, currentBooking } from '../cart/cart-store.ts'
import { missingStep } from '../questions/answering.ts'

const KEY = ['waitlist']
const EVERY_MS = 15_000

/** What I wait for. Offers end by the clock, so it is asked for again, and at once when the server hints. */
export function useWaitlist() {
  const enabled = useIsSignedIn()
  useHints('waitlist')
  return useQuery({ queryKey: KEY, queryFn: () => api(listWaitlist), enabled, refetchInterval: EVERY_MS })
}

/** What I wait for of a product, if I do. */
export const waitFor = <W extends { product: { id: string } }>(items: readonly W[], productId: string): W | undefined =>
  items.find(({ product }) => product.id === productId)

export function useJoinWaitlist() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (wanted: { productId: string; clinicianId?: string }) =>
      api(joinWaitlist, { ...wanted, patientId: currentBooking()?.patientId }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

export function useLeaveWaitlist() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api(leaveWaitlist, { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}

/**
 * The offered time becomes the running booking: on to the payment, or to the questions that have no answer yet. `allowed`:
 * characters of an answer, by the partner.
 */
export function useTakeOffer(allowed: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const { productSlug: slug, ...cart } = await api(takeOffer, { id })
      const product = await queries.fetchQuery(productQuery(slug))
      const booking = adoptCart(cart, slug)
      const missing = product && missingStep(product, booking, allowed)
      goTo(missing ? pathOf(missing.step, { slug }) : pathOf('checkout'))
    },
    onError: () => queries.invalidateQueries({ queryKey: KEY }),
  })
}
