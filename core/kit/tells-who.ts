import { VENDOR } from './vendors/vendors.ts'

/** Of the partner's support (core/brand/config.ts), what says which chat it is. */
interface SupportProvider {
  type: string
  widget?: { tellsWho?: boolean | undefined } | undefined
}

/** Whether agents see who is signed in: the content decides, and only of a widget that can be told. */
export const tellsWho = (provider: SupportProvider | undefined): boolean =>
  provider?.type === VENDOR.zendesk && provider.widget?.tellsWho === true
