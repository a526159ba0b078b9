import type { Capability } from '@cuida/core/kit/capability.ts'
import { NotOffered } from '../kit/http/refusal.ts'
import type { Mail } from './mail/port.ts'
import type { Messages } from './messages/port.ts'
import { CardNotKept, type CardPayments, RefundRefused } from './payment/port.ts'
import type { PostalCodes } from './postal/port.ts'
import type { Push } from './push/port.ts'

const lacking = (capability: Capability) => (): Promise<never> => Promise.reject(new NotOffered(capability))
const noPayment = lacking('payments')
const noMessage = lacking('messages')

/** Payments of a provider that was here before stay as they stand, and money goes back by hand: the desk is told. */
export const absentPayments: CardPayments = {
  browser: { provider: 'none', baseUrl: '', keptCardNeedsCode: false },
  charge: noPayment,
  find: noPayment,
  cancel: noPayment,
  refund: () => Promise.reject(new RefundRefused('no provider of payments')),
  list: async () => [],
  keepCard: () => Promise.reject(new CardNotKept('no provider of payments')),
  forgetCard: async () => {},
  readWebhook: () => undefined,
}

export const absentMessages: Messages = {
  sms: noMessage,
  whatsapp: noMessage,
  code: noMessage,
  settle: async () => {},
  isGenuine: () => false,
  readNote: () => undefined,
}

export const absentMail: Mail = { address: '', send: lacking('mail') }

export const absentPush: Push = { publicKey: '', isAllowed: () => false, wake: async () => {} }

export const absentPostalCodes: PostalCodes = { find: lacking('postalCodes') }
