import { getCardEntry, getOrder, getPrice } from '@cuida/core/checkout/order/api.ts'
import { useGathered } from '@cuida/ui/client/reads/use-read.ts'
import type { Booking } from '../booking/cart/booking.ts'
import { withLiveCart } from '../booking/cart/cart-store.ts'
import { api } from '../kit/api.ts'
import { useHints } from '../kit/content/hints.ts'
import { useRead } from '../kit/reads.ts'
import { pollAfterMs } from './order/order-view.ts'

/**
 * What the running booking costs this person. The cart is saved first, so that the server prices what is on the screen;
 * a signed-in person's is asked for only when it says whom it is for, because discounts are a patient's.
 */
export function usePrice({ productId, patientId }: Booking, isGuest: boolean) {
  return useGathered(
    getPrice,
    { productId, who: isGuest ? 'guest' : patientId },
    ({ signal }) => withLiveCart((sessionKey) => api(getPrice, { sessionKey }, { signal })),
    { enabled: isGuest || patientId !== undefined },
  )
}

export const useCardEntry = () => useRead(getCardEntry, {}, { staleTime: Number.POSITIVE_INFINITY })

const ORDERS = [getOrder]

/** An order, until it is decided. Unchanged answers cost the server nothing, and hints make news quicker. */
export function useOrder(id: string) {
  useHints(ORDERS)
  return useRead(
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
