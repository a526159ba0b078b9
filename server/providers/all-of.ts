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

/**
 * Used without a payment provider: payments of an earlier provider keep their state, and refunds are made by hand
 * after a task at the desk.
 */
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

/** Creates a provider's port, or its null implementation where the capability is disabled. */
interface Maker<P> {
  make: () => P
  none: P
  /** Whether the partner's content needs the capability; one that it does not need is never reported as disabled. */
  isAsked?: boolean
  /**
   * Without settings and without simulators the capability is disabled: its features are hidden, and nobody is
   * harmed. The other providers must be configured or listed as disabled: a silently missing payment, message or
   * identity provider would hurt patients.
   */
  mayBeUnset?: boolean
  /** Disabled together with this capability. */
  with?: Capability
}

/** Requires a port for every capability and allows no other. */
type PortsOf<T> = Record<Capability, unknown> & { [C in Exclude<keyof T, Capability>]: never }
export type Makers<T extends PortsOf<T>> = { [C in keyof T]: Maker<T[C]> }

/** Creates all providers; throws one error that names every missing setting. */
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

/**
 * Disables the provider if its settings may be absent; otherwise collects what is missing, so that all of it is
 * reported together.
 */
function tried({ make, none, mayBeUnset }: Maker<unknown>, missing: Set<string>): unknown {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof SettingsMissing)) throw error
    if (!mayBeUnset || !error.isUnset) for (const setting of error.names) missing.add(setting)
    return none
  }
}
