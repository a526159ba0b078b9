import type { PrescriptionItem } from '@cuida/core/care/prescription/prescription.ts'
import type { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'

export { ProviderDown } from '../provider-down.ts'

/** Who signs. `licence` as the register of their profession has it. */
export interface Prescriber {
  /** Ours, the same for ever. */
  id: string
  name: string
  licence: string
  email: string
}

/** For whom. No more than a pharmacy needs to know that it is them. */
export interface Recipient {
  /** Ours, the same for ever. */
  id: string
  name: string
  /** YYYY-MM-DD */
  dateOfBirth: string
  /** CPF, DNI or another; undefined when we know none. */
  document: string | undefined
}

export interface Signed {
  /** Ours: the provider's key, so that the same one sent twice is one. */
  id: string
  prescriber: Prescriber
  patient: Recipient
  /** YYYY-MM-DD, both. */
  signedOn: string
  validUntil: string
  items: readonly PrescriptionItem[]
}

/** The provider understood and will not have it: nothing was issued. `code` is its own word. */
export class PrescriptionRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** What the patient shows at a pharmacy: a page that opens with a code, and the paper itself. */
export interface PatientAccess {
  link: string
  unlockCode: string
  documentUrl: string
}

interface Shared {
  /** Throws ProviderDown; undefined when the provider has none of that id. */
  access(providerId: string): Promise<PatientAccess | undefined>
}

/** A provider that issues what was written and signed in the desk's own form. */
export interface SignedHere extends Shared {
  provider: typeof VENDOR.medikit
  signing: 'here'
  /** Issues it, once for each `id`. Answers the provider's id. Throws PrescriptionRefused, ProviderDown. */
  issue(signed: Signed): Promise<string>
  /** Safe to ask again. `dispensed`: a pharmacy was faster, and it stands. Throws ProviderDown. */
  cancel(providerId: string, reason: string): Promise<'cancelled' | 'dispensed'>
}

/** A provider in whose own window prescriptions are written and signed. */
export interface SignedThere extends Shared {
  provider: typeof VENDOR.memed
  signing: 'there'
  /** The window's script, for a browser. */
  scriptUrl: string
  /** What opens the window for this prescriber, now and once. Throws PrescriptionRefused, ProviderDown. */
  open(prescriber: Prescriber): Promise<{ token: string }>
  /** What was signed there, and for which of our patients. Throws PrescriptionRefused, ProviderDown. */
  read(
    providerId: string,
    prescriber: Prescriber,
  ): Promise<{ patientId: string | undefined; items: PrescriptionItem[] } | undefined>
}

export type Prescriptions = SignedHere | SignedThere
