import { endChallenge, endPix, renewPix } from '@cuida/core/checkout/order/api.ts'
import { api } from '../../kit/api.ts'

/** Nothing can be paid with the open code of this order any more. */
export const endCode = (orderId: string) => api(endPix, { id: orderId })
/** Another code for what that order was about: answers the order that has it. */
export const renewCode = (orderId: string) => api(renewPix, { id: orderId })
/** No answer to the bank's question about this order is wanted any more. */
export const endQuestion = (orderId: string) => api(endChallenge, { id: orderId })
