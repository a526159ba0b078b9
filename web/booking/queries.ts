import { listSlots } from '@cuida/core/booking/cart/api.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../kit/api.ts'

interface Week {
  clinicianId: string
  productId: string
  /** Calendar days on the clinician's clock, both included. */
  from: string
  to: string
}

/** Other people book meanwhile: looked at again every half minute, and whenever the person comes back to the app. */
const EVERY_MS = 30_000

/** Free times of some days; `cartKey` marks what this booking holds itself. */
export function useSlots({ clinicianId, productId, from, to }: Week, cartKey: string | undefined) {
  return useQuery({
    queryKey: ['slots', clinicianId, productId, from, to],
    queryFn: ({ signal }) => api(listSlots, { id: clinicianId, productId, from, to }, { cartKey, signal }),
    staleTime: 10_000,
    refetchInterval: EVERY_MS,
  })
}
