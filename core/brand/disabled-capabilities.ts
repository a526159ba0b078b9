import type { Capability } from '../kit/capability.ts'
import type { Channel } from './channel.ts'
import type { Config } from './config.ts'

/**
 * Whether this deployment has a capability. Servers and screens ask here and never compare a provider with `none`. An
 * app newer than its server gets no list and assumes all capabilities.
 */
export const hasCapability = (
  { disabledCapabilities = [] }: Partial<Pick<Config, 'disabledCapabilities'>>,
  capability: Capability,
): boolean => !disabledCapabilities.includes(capability)

const SENT_BY: Record<Channel, Capability> = { email: 'mail', sms: 'messages', whatsapp: 'messages', push: 'push' }

/** The partner's settings without the features that need a missing capability. */
export function removeDisabledFeatures(config: Config, disabledCapabilities: readonly Capability[]): Config {
  const has = (capability: Capability) => !disabledCapabilities.includes(capability)
  const { partnerConfig } = config
  return {
    ...config,
    disabledCapabilities: [...disabledCapabilities],
    paymentProvider: has('payments') ? config.paymentProvider : 'none',
    pixEnabled: config.pixEnabled && has('payments'),
    wallets: has('payments') ? config.wallets : [],
    offersSubscription: config.offersSubscription && has('subscriptions'),
    socialLoginEnabled: config.socialLoginEnabled && has('identities'),
    analytics: has('analytics') ? config.analytics : { connector: 'none' },
    notificationChannels: config.notificationChannels.filter((channel) => has(SENT_BY[channel])),
    partnerConfig: {
      ...partnerConfig,
      prescriptionProvider: has('prescriptions') ? partnerConfig.prescriptionProvider : 'none',
      invoicingProvider: has('invoicing') ? partnerConfig.invoicingProvider : 'none',
      // Fields that only an invoice needs are not asked for.
      invoicing: has('invoicing') ? partnerConfig.invoicing : undefined,
      supportProvider: has('chatPasses') ? partnerConfig.supportProvider : unnamed(partnerConfig.supportProvider),
    },
  }
}

type SupportProvider = Config['partnerConfig']['supportProvider']
/** An anonymous chat: the user's identity cannot be passed on. */
const unnamed = ({ widget, ...provider }: SupportProvider): SupportProvider =>
  widget ? { ...provider, widget: { ...widget, identified: false } } : provider
