import { listProductSlots, listSlots } from '@cuida/core/booking/cart/api.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useRead } from '../kit/reads.ts'

interface Week {
  /** Undefined: everybody who gives the product. */
  clinicianId: string | undefined
  product: Pick<Product, 'id' | 'slug'>
  /** Calendar days, both included: on the clinician's clock, of everybody on the clinic's. */
  from: string
  to: string
}

/**
 * Free times of some days; `sessionKey` marks what this booking holds itself. Other people book meanwhile: looked at again
 * by itself, and whenever the person comes back to the app.
 */
export function useSlots({ clinicianId, product, from, to }: Week, sessionKey: string | undefined) {
  const options = { staleTime: 10_000, every: POLL.rarely, endsUnseen: true, sent: { sessionKey } }
  const ofOne = useRead(
    listSlots,
    { id: clinicianId ?? '', productId: product.id, from, to },
    { ...options, enabled: clinicianId !== undefined },
  )
  const ofAll = useRead(
    listProductSlots,
    { slug: product.slug, from, to },
    { ...options, enabled: clinicianId === undefined },
  )
  return clinicianId === undefined ? ofAll : ofOne
}
