import type { PhoneLines } from '@cuida/core/care/phone/phone-call.ts'
import type { Checkable } from '../provider-check.ts'
import type { RawNote } from '../twilio-signature.ts'

/** The vendor refuses the call because of the number; a retry does not help. */
export class VoiceRefused extends Error {
  override readonly name = 'VoiceRefused'
}

export interface Bridge {
  /** Called first, E.164. */
  desk: string
  /** Called when the first phone has answered, E.164. Neither phone shows the other's number. */
  patient: string
  /** Spoken to the first phone while the second one rings. */
  announcement: string
  locale: string
  /** Receives signed callbacks whenever one of the lines changes. */
  callbackUrl: string
}

/** Connects two phones through the partner's number. Throws VoiceRefused or ProviderDown. */
export interface Voice extends Checkable {
  /** Not idempotent: after a lost response query `find` first. */
  bridge(input: Bridge): Promise<{ reference: string }>
  /** The newest call to this number begun since then; undefined when there is none. */
  find(desk: string, since: Date): Promise<string | undefined>
  legs(reference: string): Promise<PhoneLines>
  /** Ends both lines; idempotent. */
  hangUp(reference: string): Promise<void>
  /** Verifies the vendor's signature over the URL and the whole form. */
  isGenuine(note: RawNote): boolean
}
