import type { Capability } from '@cuida/core/kit/capability.ts'

/** What each disabled capability means for the clinic, one line each in the startup log (docs/decisions/0080). */
const LOST: Record<Capability, string> = {
  payments: 'only free consultations can be booked; refund earlier payments by hand, at their provider',
  messages:
    'no codes are sent: patients cannot register, recover a password or change their number; patients with a password can sign in',
  voice: "calls do not go through the clinic's line: clinicians dial patients themselves",
  mail: 'no e-mails are sent: addresses stay unverified, receipts are only in the app, `npm run invite` prints the links for the desk',
  push: 'devices receive no push notifications; the other channels are used',
  fcm: 'the Android app receives no push notifications; the other channels are used',
  apns: 'the iPhone app receives no push notifications; the other channels are used',
  postalCodes: 'patients in Brazil type their whole address',
  registry: 'only the check digits of a CPF are verified, not whose it is',
  prescriptions: 'clinicians cannot prescribe; earlier prescriptions stay readable',
  identities: 'patients cannot sign in with Google',
  subscriptions: 'patients cannot start, change or end a subscription: end active subscriptions at their provider',
  invoicing: 'no invoices are issued: the clinic issues them itself',
  scanner: "patients' files are not scanned for malware",
  analytics: 'no page views or events are tracked',
  chatPasses: 'the help chat does not know who the patient is',
}

export const disabledCapabilityWarnings = (disabledCapabilities: readonly Capability[]): string[] =>
  disabledCapabilities.map((name) => `disabled capability ${name}: ${LOST[name]}`)
