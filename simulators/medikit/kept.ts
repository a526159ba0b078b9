export interface Kept {
  id: string
  /** What was asked, to tell a repetition from another prescription under the same key. */
  asked: string
  unlockCode: string
  status: 'ISSUED' | 'DISPENSED' | 'CANCELLED'
  prescriber: { name: string; licence: string }
  patient: { name: string }
  signedOn: string
  validUntil: string
  items: { medicine: string; text: string }[]
}
