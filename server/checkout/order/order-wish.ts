import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { createOrder } from '@cuida/core/checkout/order/api.ts'
import type { Campaign } from '@cuida/core/invite/campaign.ts'
import type { Parsed, RefusalCode } from '@cuida/core/kit/call.ts'
import type { StoredCart } from '../../booking/cart/cart-store.ts'
import type { Consent } from '../../brand/consent/consent-store.ts'
import type { Tx } from '../../kit/db/db.ts'

/** What is ordered; how the cart was found is somebody else's business. */
export type OrderWish = Omit<Parsed<typeof createOrder>, 'cartSessionKey'>

/** Ends the request with why it is refused. */
export type Refuse = (
  code: Exclude<RefusalCode<typeof createOrder>, 'CARD_NUMBER_REFUSED' | 'IDEMPOTENCY_MISMATCH'>,
  details?: { extra?: Record<string, unknown> },
) => never

/** The price that is paid in parts, and what all parts cost, interest included. */
export interface TakenParts {
  price: number
  payerTotal: number
}

export interface OrderRequest {
  wish: OrderWish
  /** The caller's cart, locked. */
  cart: (tx: Tx) => Promise<StoredCart | undefined>
  accountId: string
  product: Product
  /** The holder of the account: answers in a cart that names nobody are theirs. */
  holderId: string | undefined
  /** Whether documents changed since the holder agreed to them; and to what booking is a yes. */
  agreements: { areDue: boolean; made: readonly Consent[] }
  /** Their names are those of the discounts of invitations. */
  campaigns: readonly Campaign[]
  /** The parts in which a new card pays; undefined: all at once. */
  parts: TakenParts | undefined
  now: Date
  ip: string
  refuse: Refuse
}
