import { CAPABILITIES, type Capability } from '@cuida/core/kit/capability.ts'
import { NotOffered } from '../kit/http/refusal.ts'
import type { Mail } from './mail/port.ts'
import type { Messages } from './messages/port.ts'
import { CardNotKept, type CardPayments, RefundRefused } from './payment/port.ts'
import type { PostalCodes } from './postal/port.ts'
import type { Push } from './push/port.ts'
import { SettingsMissing } from './reach.ts'

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

/** How one of them is made, and what stands there in a place without it. */
interface Maker<P> {
  make: () => P
  none: P
  /** Whether the partner's content asks for it; what it does not ask for is nothing that a place lacks. */
  isAsked?: boolean
  /**
   * With nothing set for it, and no simulator, the place goes without: what needs it is hidden, and nobody is harmed. The
   * others are missed in silence, by who cannot pay, hear or be told apart: they are set, or said to be none.
   */
  mayBeUnset?: boolean
  /** Where that one is none, so is this. */
  with?: Capability
}

/** A port for each capability, and none that has no name among them. */
type PortsOf<T> = Record<Capability, unknown> & { [C in Exclude<keyof T, Capability>]: never }
export type Makers<T extends PortsOf<T>> = { [C in keyof T]: Maker<T[C]> }

/** Makes each of them, and tells at once what any of them lacks. */
export function allOf<T extends PortsOf<T>>(
  makers: Makers<T>,
  none: ReadonlySet<Capability>,
): T & { without: Capability[] } {
  const missing = new Set<string>()
  const without: Capability[] = []
  const made = CAPABILITIES.map((name) => {
    const maker: Maker<unknown> = makers[name]
    if (maker.isAsked === false) return [name, maker.none]
    const port = none.has(name) || (maker.with && none.has(maker.with)) ? maker.none : tried(maker, missing)
    if (port === maker.none) without.push(name)
    return [name, port]
  })
  if (missing.size > 0) throw new SettingsMissing([...missing])
  return { ...(Object.fromEntries(made) as T), without }
}

/** Left out, where it may be; what keeps it from being made is gathered, so that all of it is told at once. */
function tried({ make, none, mayBeUnset }: Maker<unknown>, missing: Set<string>): unknown {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof SettingsMissing)) throw error
    if (!mayBeUnset || !error.isUnset) for (const setting of error.names) missing.add(setting)
    return none
  }
}
