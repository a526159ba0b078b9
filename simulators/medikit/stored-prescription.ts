export interface StoredPrescription {
  id: string
  /** The request, to tell a retry from another prescription under the same key. */
  asked: string
  unlockCode: string
  status: 'ISSUED' | 'DISPENSED' | 'CANCELLED'
  prescriber: { name: string; licence: string }
  patient: { name: string }
  signedOn: string
  validUntil: string
  items: { medicine: string; text: string }[]
}
