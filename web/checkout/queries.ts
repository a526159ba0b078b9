import { getCardEntry, getOrder, getPrice } from '@cuida/core/checkout/order/api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Booking } from '../booking/cart/booking.ts'
import { withLiveCart } from '../booking/cart/cart-store.ts'
import { api } from '../kit/api.ts'
import { useHints } from '../kit/content/hints.ts'
import { pollAfterMs } from './order/order-view.ts'

/**
 * What the running booking costs this person. The cart is saved first, so that the server prices what is on the screen;
 * a signed-in person's is asked for only when it says whom it is for, because discounts are a patient's.
 */
export function usePrice({ productId, patientId }: Booking, isGuest: boolean) {
  return useQuery({
    queryKey: ['price', productId, isGuest ? 'guest' : patientId],
    queryFn: ({ signal }) => withLiveCart((sessionKey) => api(getPrice, { sessionKey }, { signal })),
    enabled: isGuest || patientId !== undefined,
  })
}

export const cardEntryQuery = queryOptions({
  queryKey: ['card-entry'],
  queryFn: () => api(getCardEntry),
  staleTime: Number.POSITIVE_INFINITY,
})

/** An order, until it is decided. Unchanged answers cost the server nothing, and hints make news quicker. */
export function useOrder(id: string) {
  useHints('order', id)
  return useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => api(getOrder, { id }, { signal }),
    refetchInterval: ({ state }) => pollAfterMs(state.data?.status, state.status === 'error'),
    refetchOnReconnect: true,
    retry: false,
  })
}
