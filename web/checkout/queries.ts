import { getCardEntry, getOrder, getPrice } from '@cuida/core/checkout/order/api.ts'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import type { Booking } from '../booking/cart/booking.ts'
import { withLiveCart } from '../booking/cart/cart-store.ts'
import { api } from '../kit/api.ts'
import { useChangeEvents } from '../kit/content/change-events.ts'
import { useQuery } from '../kit/queries.ts'
import { pollAfterMs } from './order/order-view.ts'

/**
 * What the running booking costs this person. The cart is saved first, so that the server prices what is on the screen;
 * a signed-in person's is asked for only when it says whom it is for, because discounts are a patient's.
 */
export function usePrice({ productId, patientId }: Booking, isGuest: boolean) {
  return useCombinedQuery(
    getPrice,
    { productId, who: isGuest ? 'guest' : patientId },
    ({ signal }) => withLiveCart((sessionKey) => api(getPrice, { sessionKey }, { signal })),
    { enabled: isGuest || patientId !== undefined },
  )
}

export const useCardEntry = () => useQuery(getCardEntry, {}, { staleTime: Number.POSITIVE_INFINITY })

const ORDERS = [getOrder]

/** An order, until it is decided. Unchanged answers cost the server nothing, and change events bring changes earlier. */
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
