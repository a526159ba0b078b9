/**
 * Outside providers by capability. A provider's name occurs here and in its adapter's folder or file only (decision
 * 0166).
 */
export const VENDORS = {
  payments: ['monei', 'mercadopago'],
  subscriptions: ['monei', 'mercadopago'],
  prescriptions: ['memed', 'medikit'],
  invoicing: ['omie'],
  messages: ['twilio'],
  voice: ['twilio'],
  mail: ['smtp'],
  apps: ['fcm', 'apns'],
  identities: ['google'],
  registry: ['serpro'],
  scanner: ['clamav'],
  chat: ['zendesk'],
  analytics: ['ga4', 'matomo'],
} as const
export type Vendor<Kind extends keyof typeof VENDORS = keyof typeof VENDORS> = (typeof VENDORS)[Kind][number]

/** Vendor names, to compare with a configured vendor: a misspelt one does not compile. */
export const VENDOR = {
  monei: 'monei',
  mercadopago: 'mercadopago',
  memed: 'memed',
  medikit: 'medikit',
  omie: 'omie',
  twilio: 'twilio',
  smtp: 'smtp',
  fcm: 'fcm',
  apns: 'apns',
  google: 'google',
  serpro: 'serpro',
  clamav: 'clamav',
  zendesk: 'zendesk',
  ga4: 'ga4',
  matomo: 'matomo',
} as const satisfies { readonly [Name in Vendor]: Name }
