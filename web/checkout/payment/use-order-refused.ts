import { getPrice } from '@cuida/core/checkout/order/api.ts'
import { invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { isPriceChange } from '../order/checkout-failure.ts'
import { hasLostHold } from '../order/choose-again.ts'

/**
 * For an order that the server refuses: a new price appears beside the reason, and a patient whose time is lost chooses
 * another one.
 */
export function useOrderRefused(onLost: () => void): (error: unknown) => void {
  const queries = useQueryClient()
  return (error) => {
    if (isPriceChange(error)) void invalidateQueries(queries, [getPrice])
    if (!hasLostHold(error)) throw error
    onLost()
  }
}
