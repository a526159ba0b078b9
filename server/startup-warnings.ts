import type { Capability } from '@cuida/core/kit/capability.ts'

/** What each disabled capability means for the clinic, one line each in the startup log (docs/decisions/0080). */
const LOST: Record<Capability, string> = {
  payments: 'only what costs nothing can be booked; what was paid before is given back by hand, at its provider',
  messages: 'no codes go out: nobody registers, recovers a password or changes a number; who has a password signs in',
  voice: "no calls through the clinic's line: clinicians dial by themselves",
  mail: 'no e-mails: addresses stay unproved, receipts are in the app alone, `npm run invite` prints links for the desk',
  push: 'devices are not woken; notifications go by the other channels',
  fcm: 'the app on Android is not woken; notifications go by the other channels',
  apns: 'the app on an iPhone is not woken; notifications go by the other channels',
  postalCodes: 'addresses in Brazil are typed in whole',
  registry: 'a CPF is checked by its digits alone, nobody is asked whose it is',
  prescriptions: 'nobody prescribes here; what was prescribed before is only read',
  identities: 'nobody signs in with Google',
  subscriptions: 'no plan can be begun, changed or ended here: end the running ones at their provider',
  invoicing: 'no invoices are written: they are for your own accountant',
  scanner: "patients' files are not scanned for malware",
  analytics: 'no page views or events are tracked',
  chatPasses: 'who writes in the help chat is a stranger to it',
}

export const disabledCapabilityWarnings = (disabledCapabilities: readonly Capability[]): string[] =>
  disabledCapabilities.map((name) => `disabled capability ${name}: ${LOST[name]}`)
