import { deletePromoCode, putPromoCode } from '@cuida/core/checkout/promo/promo-api.ts'
import { withLiveCart } from '../../booking/cart/cart-store.ts'
import { api } from '../../kit/api.ts'

// The code of the running booking.
export const enterPromo = (code: string) => withLiveCart((sessionKey) => api(putPromoCode, { sessionKey, code }))
export const removePromo = () => withLiveCart((sessionKey) => api(deletePromoCode, { sessionKey }))
