import { VENDOR } from './vendors/vendors.ts'

/** The part of the partner's support settings (core/brand/config.ts) that selects the chat. */
interface SupportProvider {
  type: string
  widget?: { identified?: boolean | undefined } | undefined
}

/** Whether support agents see the signed-in account: the content decides, and only Zendesk's widget supports it. */
export const isChatIdentified = (provider: SupportProvider | undefined): boolean =>
  provider?.type === VENDOR.zendesk && provider.widget?.identified === true
