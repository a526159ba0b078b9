import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment, Text } from '../../kit/shapes.ts'

/** What a clinician signs for the patient to hand on: to another professional, or to whoever asks for a certificate. */
export const LetterKind = v.picklist(['referral', 'certificate'])
export type LetterKind = v.InferOutput<typeof LetterKind>

/** Longest texts of a letter, in characters. */
export const LETTER_MOST = { recipient: 120, text: 4000 } as const

/** As its patient finds it; the document says the rest (`getDocument`). */
export const Letter = v.object({
  id: Id,
  kind: LetterKind,
  /** To whom a referral is addressed; null for a certificate. */
  recipient: v.nullable(v.string()),
  signedAt: Moment,
  author: v.string(),
})
export type Letter = v.InferOutput<typeof Letter>

export const DeskLetter = v.object({ ...Letter.entries, text: v.string() })
export type DeskLetter = v.InferOutput<typeof DeskLetter>

/** A time of the clinician's own calendar that is held for the patient, who was sent a link to book it. */
export const FollowUp = v.object({ startTime: Moment, productName: v.string(), keptUntil: Moment })
export type FollowUp = v.InferOutput<typeof FollowUp>

const one = v.object({ id: Id })
const HELD = { CONSULTATION_NOT_FOUND: 404, NOT_YOURS: 409, NOT_NOW: 409 } as const

/** For the clinician who holds the consultation. `key` is the desk's own name for it: sent twice, it is signed once. */
export const signLetter = call({
  method: 'POST',
  path: '/desk/consultations/:id/letters',
  access: 'staff',
  params: one,
  body: v.object({
    kind: LetterKind,
    key: Id,
    /** Of a referral, and of nothing else. */
    recipient: v.optional(Text(1, LETTER_MOST.recipient)),
    text: Text(1, LETTER_MOST.text),
  }),
  reply: v.object({ id: Id }),
  status: 201,
  /** `SIGNED_ALREADY`: under this key another letter was signed, which stands. */
  refusals: { ...HELD, SIGNED_ALREADY: 409 },
})

/**
 * Holds a free time of the caller's own calendar for the patient of a consultation that the caller holds, for up to a day, and
 * sends them a link: no phone number is shown or typed. Their answers, their consent and their money stay theirs to give.
 */
export const keepFollowUp = call({
  method: 'POST',
  path: '/desk/consultations/:id/follow-up',
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
    /** They have a time of this kind on offer already. */
    OFFER_OPEN: 409,
  },
})
