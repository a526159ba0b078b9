import type { PrescriptionItem } from '@cuida/core/care/prescription/prescription.ts'
import type { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import type { Checkable } from '../provider-check.ts'

export { ProviderDown } from '../provider-down.ts'

/** The signing clinician. `licence` as in the register of the profession. */
export interface Prescriber {
  /** Our id, which never changes. */
  id: string
  name: string
  licence: string
  email: string
}

/** The patient: only what a pharmacy needs to identify them. */
export interface Recipient {
  id: string
  name: string
  /** YYYY-MM-DD */
  dateOfBirth: string
  /** CPF, DNI or another; undefined when unknown. */
  document: string | undefined
}

export interface SignedPrescription {
  /** Our id and the provider's idempotency key. */
  id: string
  prescriber: Prescriber
  patient: Recipient
  /** Both YYYY-MM-DD. */
  signedOn: string
  validUntil: string
  items: readonly PrescriptionItem[]
}

/** The provider refused the request and issued nothing. `code` is the provider's. */
export class PrescriptionRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** What the patient shows at a pharmacy: a link that opens with a code, and the document. */
export interface PatientAccess {
  link: string
  unlockCode: string
  documentUrl: string
}

interface Shared extends Checkable {
  /** Undefined when the provider has no such prescription. Throws ProviderDown. */
  access(providerId: string): Promise<PatientAccess | undefined>
}

/** A provider that issues prescriptions written and signed at our desk. */
export interface DeskSignedPrescriptionPort extends Shared {
  provider: typeof VENDOR.medikit
  signing: 'here'
  /** Issues once for each `id` and returns the provider's id. Throws PrescriptionRefused, ProviderDown. */
  issue(signed: SignedPrescription): Promise<string>
  /** Idempotent. `dispensed`: a pharmacy dispensed first, and the prescription stands. Throws ProviderDown. */
  cancel(providerId: string, reason: string): Promise<'cancelled' | 'dispensed'>
}

/** A provider in whose own window prescriptions are written and signed. */
export interface VendorSignedPrescriptionPort extends Shared {
  provider: typeof VENDOR.memed
  signing: 'there'
  scriptUrl: string
  /** A single-use token that opens the window for this prescriber. Throws PrescriptionRefused, ProviderDown. */
  open(prescriber: Prescriber): Promise<{ token: string }>
  /** The prescription signed there, and our patient id. Throws PrescriptionRefused, ProviderDown. */
  read(
    providerId: string,
    prescriber: Prescriber,
  ): Promise<{ patientId: string | undefined; items: PrescriptionItem[] } | undefined>
}

export type Prescriptions = DeskSignedPrescriptionPort | VendorSignedPrescriptionPort
