import type { Legs } from '@cuida/core/care/phone/phone-call.ts'
import type { RawNote } from '../twilio-signature.ts'

/** The vendor will not make this call, however often we ask: a number that it does not reach. */
export class VoiceRefused extends Error {
  override readonly name = 'VoiceRefused'
}

export interface Bridge {
  /** Rung first, E.164. */
  desk: string
  /** Rung when the first has answered, E.164. Neither is shown the other's number. */
  patient: string
  /** Said to who answers first, while the second rings. */
  announcement: string
  locale: string
  /** Told, signed, whenever one of the lines changes. */
  callbackUrl: string
}

/** Brings two phones together through the partner's number. Throws VoiceRefused or ProviderDown. */
export interface Voice {
  /** Not safe to repeat: after a lost answer ask `find` first. */
  bridge(wanted: Bridge): Promise<{ reference: string }>
  /** The newest call to this number that was begun since, if the vendor has one. */
  find(desk: string, since: Date): Promise<string | undefined>
  /** How the two lines stand. */
  legs(reference: string): Promise<Legs>
  /** Ends both lines; what is over already stays so. */
  hangUp(reference: string): Promise<void>
  /** Whether the vendor sent it: it covers the address and the whole form. */
  isGenuine(note: RawNote): boolean
}
