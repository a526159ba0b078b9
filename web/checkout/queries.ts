import { getCardEntry, getOrder, getPrice } from '@cuida/core/checkout/order/api.ts'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import type { Booking } from '../booking/cart/booking.ts'
import { withLiveCart } from '../booking/cart/cart-store.ts'
import { api } from '../kit/api.ts'
import { useChangeEvents } from '../kit/content/change-events.ts'
import { useQuery } from '../kit/queries.ts'
import { pollAfterMs } from './order/order-view.ts'

/**
 * The price of the running booking. The cart is saved first, so that the server prices what is on the screen. For a
 * signed-in person it waits until the patient is known, because discounts belong to a patient.
 */
export function usePrice({ productId, patientId }: Booking, isGuest: boolean) {
  return useCombinedQuery(
    getPrice,
    { productId, who: isGuest ? 'guest' : patientId },
    ({ signal }) => withLiveCart((sessionKey) => api(getPrice, { sessionKey }, { signal })),
    { enabled: isGuest || patientId !== undefined },
  )
}

export const useCardEntry = (enabled = true) =>
  useQuery(getCardEntry, {}, { staleTime: Number.POSITIVE_INFINITY, enabled })

const ORDERS = [getOrder]

/** Polls an order until it is decided. Unchanged replies are cheap (ETag), and change events arrive earlier. */
export function useOrder(id: string) {
  useChangeEvents(ORDERS)
  return useQuery(
    getOrder,
    { id },
    {
      every: ({ state }) => pollAfterMs(state.data?.status, state.status === 'error'),
      endsUnseen: true,
      refetchOnReconnect: true,
      retry: false,
    },
  )
}
