import { VENDORS } from './vendors/vendors.ts'

/** What a place can do by a provider of its own (server/providers). Any of them may be `none` (docs/decisions/0080). */
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

/** What NO_PROVIDER_FOR names. */
export const namedIn = (text = ''): ReadonlySet<Capability> => new Set(namesIn(text).filter(isCapability))

export const areCapabilities = (text: string): boolean => namesIn(text).every(isCapability)
