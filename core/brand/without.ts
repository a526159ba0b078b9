import type { Capability } from '../kit/capability.ts'
import type { Channel } from './channel.ts'
import type { Config } from './config.ts'

/**
 * Whether this place can do it. Servers and screens ask here, and nowhere else for a provider's `none`. A phone's app may
 * be newer than its server, which then says nothing of it: it has all.
 */
export const can = ({ without = [] }: Partial<Pick<Config, 'without'>>, capability: Capability): boolean =>
  !without.includes(capability)

const SENT_BY: Record<Channel, Capability> = { email: 'mail', sms: 'messages', whatsapp: 'messages', push: 'push' }

/** The partner's settings in a place that goes without something: what is offered by it is offered no more. */
export function goWithout(config: Config, without: readonly Capability[]): Config {
  const has = (capability: Capability) => !without.includes(capability)
  const { partnerConfig } = config
  return {
    ...config,
    without: [...without],
    paymentProvider: has('payments') ? config.paymentProvider : 'none',
    pixEnabled: config.pixEnabled && has('payments'),
    offersSubscription: config.offersSubscription && has('subscriptions'),
    socialLoginEnabled: config.socialLoginEnabled && has('identities'),
    measuring: has('analytics') ? config.measuring : { connector: 'none' },
    notificationChannels: config.notificationChannels.filter((channel) => has(SENT_BY[channel])),
    partnerConfig: {
      ...partnerConfig,
      prescriptionProvider: has('prescriptions') ? partnerConfig.prescriptionProvider : 'none',
      invoicingProvider: has('invoicing') ? partnerConfig.invoicingProvider : 'none',
      // Nobody is asked for what only an invoice needs.
      invoicing: has('invoicing') ? partnerConfig.invoicing : undefined,
      supportProvider: has('chatPasses') ? partnerConfig.supportProvider : unnamed(partnerConfig.supportProvider),
    },
  }
}

type SupportProvider = Config['partnerConfig']['supportProvider']
/** A chat in which nobody is named: it is not promised to be another. */
const unnamed = ({ widget, ...provider }: SupportProvider): SupportProvider =>
  widget ? { ...provider, widget: { ...widget, tellsWho: false } } : provider
