import { VENDORS } from './vendors/vendors.ts'

/**
 * What a deployment can do through an outside provider (server/providers). Each may be disabled
 * (docs/decisions/0080).
 */
export const CAPABILITIES = [
  'payments',
  'messages',
  'voice',
  'mail',
  'push',
  ...VENDORS.apps,
  'postalCodes',
  'registry',
  'prescriptions',
  'identities',
  'subscriptions',
  'invoicing',
  'scanner',
  'chatPasses',
  'analytics',
] as const
export type Capability = (typeof CAPABILITIES)[number]

const isCapability = (name: string): name is Capability => CAPABILITIES.some((known) => known === name)
const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** Parses the value of DISABLED_PROVIDERS. */
export const parseCapabilities = (text = ''): ReadonlySet<Capability> => new Set(namesIn(text).filter(isCapability))

export const areCapabilities = (text: string): boolean => namesIn(text).every(isCapability)
