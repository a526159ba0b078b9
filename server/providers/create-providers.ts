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

/** Creates all providers, each wrapped; throws one error that names every missing setting. */
export function createProviders<T extends PortsOf<T>>(
  makers: ProviderFactories<T>,
  none: ReadonlySet<Capability>,
  wrap: <P>(capability: Capability, port: P) => P = (_capability, port) => port,
): T & { disabledCapabilities: Capability[] } {
  const states = inspectProviders(makers, none)
  const errors = states.flatMap((each) => (each.state === 'invalid' ? [each.error] : []))
  const other = errors.find((error) => !(error instanceof SettingsMissing))
  if (other) throw other
  const missing = new Set(errors.flatMap((error) => (error instanceof SettingsMissing ? error.names : [])))
  if (missing.size > 0) throw new SettingsMissing([...missing])
  const disabledCapabilities = states.flatMap(({ capability, state }) => (state === 'disabled' ? [capability] : []))
  const ports = states.map((each) => [
    each.capability,
    each.state === 'configured' ? wrap(each.capability, each.port) : makers[each.capability].none,
  ])
  return { ...(Object.fromEntries(ports) as T), disabledCapabilities }
}

export type ProviderState = { capability: Capability } & (
  | { state: 'not needed' }
  | { state: 'disabled' }
  /** Settings are missing or malformed. */
  | { state: 'invalid'; error: unknown }
  | { state: 'configured'; port: unknown }
)

/** The state of every capability's provider, each independent of the others. */
export const inspectProviders = <T extends PortsOf<T>>(
  makers: ProviderFactories<T>,
  none: ReadonlySet<Capability>,
): ProviderState[] =>
  CAPABILITIES.map((capability) => {
    const maker: ProviderFactory<unknown> = makers[capability]
    const isDisabled = none.has(capability) || (maker.with !== undefined && none.has(maker.with))
    return { capability, ...(isDisabled && maker.isNeeded !== false ? { state: 'disabled' } : stateOf(maker)) }
  })

/** A provider whose settings may be absent is disabled without them. */
function stateOf({ make, none, isNeeded, isOptional }: ProviderFactory<unknown>) {
  if (isNeeded === false) return { state: 'not needed' } as const
  try {
    const port = make()
    return port === none ? ({ state: 'disabled' } as const) : ({ state: 'configured', port } as const)
  } catch (error) {
    if (isOptional && error instanceof SettingsMissing && error.isUnset) return { state: 'disabled' } as const
    return { state: 'invalid', error } as const
  }
}
