import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment, Text } from '../../kit/shapes.ts'

/** A letter that a clinician signs for the patient to hand on: to another clinician, or to an employer or school. */
export const LetterKind = v.picklist(['referral', 'certificate'])
export type LetterKind = v.InferOutput<typeof LetterKind>

/** Longest texts of a letter, in characters. */
export const MAX_LETTER_LENGTHS = { recipient: 120, text: 4000 } as const

/** A letter in the patient's list; `getDocument` returns its content. */
export const Letter = v.object({
  id: Id,
  kind: LetterKind,
  /** Addressee of a referral; null for a certificate. */
  recipient: v.nullable(v.string()),
  signedAt: Moment,
  author: v.string(),
})
export type Letter = v.InferOutput<typeof Letter>

export const LetterWithText = v.object({ ...Letter.entries, text: v.string() })
export type LetterWithText = v.InferOutput<typeof LetterWithText>

/** A slot of the clinician's own calendar that is held for the patient, who received a link to book it. */
export const FollowUp = v.object({ startTime: Moment, productName: v.string(), keptUntil: Moment })
export type FollowUp = v.InferOutput<typeof FollowUp>

const one = v.object({ id: Id })
const HELD = { CONSULTATION_NOT_FOUND: 404, NOT_YOURS: 409, NOT_NOW: 409 } as const

/** For the clinician who holds the consultation. `key` is an idempotency key: a repeated request signs only once. */
export const signLetter = call({
  method: 'POST',
  path: '/desk/consultations/:id/letters',
  repeat: 'safe',
  access: 'staff',
  params: one,
  body: v.object({
    kind: LetterKind,
    key: Id,
    /** For a referral only. */
    recipient: v.optional(Text(1, MAX_LETTER_LENGTHS.recipient)),
    text: Text(1, MAX_LETTER_LENGTHS.text),
  }),
  reply: v.object({ id: Id }),
  status: 201,
  /** `SIGNED_ALREADY`: another letter was signed under this key and stands. */
  refusals: { ...HELD, SIGNED_ALREADY: 409 },
})

/**
 * Holds a free slot of the caller's calendar, for up to a day, for the patient of a consultation that the caller holds,
 * and sends the patient a link. The phone number is never shown or typed. Answers, consent and payment stay with the
 * patient.
 */
export const keepFollowUp = call({
  method: 'POST',
  path: '/desk/consultations/:id/follow-up',
  repeat: 'replay',
  access: 'staff',
  params: one,
  body: v.object({ productId: Text(1, 40), startTime: Moment, endTime: Moment }),
  reply: v.object({ keptUntil: Moment }),
  status: 201,
  refusals: {
    ...HELD,
    CLINICIAN_NOT_FOUND: 404,
    PRODUCT_NOT_FOUND: 404,
    SLOT_TAKEN: 409,
    SLOT_NOT_OFFERED: 409,
    /** The patient already has an open offer of this kind. */
    OFFER_OPEN: 409,
  },
})
