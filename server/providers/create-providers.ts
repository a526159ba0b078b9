import { CAPABILITIES, type Capability } from '@cuida/core/kit/capability.ts'
import { CapabilityDisabled } from '../kit/http/refusal.ts'
import type { Mail } from './mail/port.ts'
import type { Messages } from './messages/port.ts'
import { CardNotSaved, type CardPayments, RefundRefused } from './payment/port.ts'
import type { PostalCodes } from './postal/port.ts'
import type { Push } from './push/port.ts'
import { SettingsMissing } from './resolve-credentials.ts'

const notOffered = (capability: Capability) => (): Promise<never> => Promise.reject(new CapabilityDisabled(capability))

const noPayment = notOffered('payments')

const noMessage = notOffered('messages')

/**
 * Used without a payment provider: payments of an earlier provider keep their state, and refunds are made by hand
 * after a task at the desk.
 */
export const nullPayments: CardPayments = {
  browser: { provider: 'none', baseUrl: '', keptCardNeedsCode: false },
  charge: noPayment,
  find: noPayment,
  cancel: noPayment,
  refund: () => Promise.reject(new RefundRefused('no provider of payments')),
  list: async () => [],
  keepCard: () => Promise.reject(new CardNotSaved('no provider of payments')),
  forgetCard: async () => {},
  readWebhook: () => undefined,
}

export const nullMessages: Messages = {
  sms: noMessage,
  whatsapp: noMessage,
  code: noMessage,
  reportOutcome: async () => {},
  isGenuine: () => false,
  readNote: () => undefined,
}

export const nullMail: Mail = { address: '', send: notOffered('mail') }

export const nullPush: Push = { publicKey: '', isAllowed: () => false, wake: async () => {} }

export const nullPostalCodes: PostalCodes = { find: notOffered('postalCodes') }

/** Creates a provider's port, or its null implementation where the capability is disabled. */
interface ProviderFactory<P> {
  make: () => P
  none: P
  /** Whether the partner's content needs the capability; one that it does not need is never reported as disabled. */
  isNeeded?: boolean
  /**
   * Without settings and without simulators the capability is disabled: its features are hidden, and nobody is
   * harmed. The other providers must be configured or listed as disabled: a silently missing payment, message or
   * identity provider would hurt patients.
   */
  isOptional?: boolean
  /** Disabled together with this capability. */
  with?: Capability
}

/** Requires a port for every capability and allows no other. */
type PortsOf<T> = Record<Capability, unknown> & { [C in Exclude<keyof T, Capability>]: never }
export type ProviderFactories<T extends PortsOf<T>> = { [C in keyof T]: ProviderFactory<T[C]> }

/** Creates all providers; throws one error that names every missing setting. */
export function createProviders<T extends PortsOf<T>>(
  makers: ProviderFactories<T>,
  none: ReadonlySet<Capability>,
): T & { disabledCapabilities: Capability[] } {
  const missing = new Set<string>()
  const disabledCapabilities: Capability[] = []
  const entries = CAPABILITIES.map((name) => {
    const maker: ProviderFactory<unknown> = makers[name]
    if (maker.isNeeded === false) return [name, maker.none]
    const port = none.has(name) || (maker.with && none.has(maker.with)) ? maker.none : createOrDisable(maker, missing)
    if (port === maker.none) disabledCapabilities.push(name)
    return [name, port]
  })
  if (missing.size > 0) throw new SettingsMissing([...missing])
  return { ...(Object.fromEntries(entries) as T), disabledCapabilities }
}

/**
 * Disables the provider if its settings may be absent; otherwise collects what is missing, so that all of it is
 * reported together.
 */
function createOrDisable({ make, none, isOptional }: ProviderFactory<unknown>, missing: Set<string>): unknown {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof SettingsMissing)) throw error
    if (!isOptional || !error.isUnset) for (const setting of error.names) missing.add(setting)
    return none
  }
}
