import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id } from '../../kit/shapes.ts'

/** Why a consultation is transferred to a colleague; only staff read it. */
export const TransferReason = v.picklist(['SHIFT_ENDS', 'OTHER_EXPERTISE', 'LANGUAGE', 'TECHNICAL', 'OTHER'])
export type TransferReason = v.InferOutput<typeof TransferReason>

/** What the new holder sees of the transfer. */
export const Transfer = v.object({ by: v.string(), reason: TransferReason })

const one = { params: v.object({ id: Id }) } as const
const HELD = { CONSULTATION_NOT_FOUND: 404, NOT_YOURS: 409 } as const

/** Colleagues who may attend this patient and are available at their desks, those with the fewest patients first. */
export const getColleagues = call({
  method: 'GET',
  path: '/desk/consultations/:id/colleagues',
  list: { boundedBy: 'the clinicians of the clinic' },
  access: 'staff',
  ...one,
  reply: v.object({
    items: v.array(v.object({ clinicianId: Id, name: v.string(), specialty: v.string(), attending: v.number() })),
  }),
  refusals: HELD,
})

/**
 * Transfers a consultation, with the draft of its notes. Not during a call, and not after the talk: the clinician who
 * talked signs the notes.
 */
export const transferConsultation = call({
  method: 'POST',
  path: '/desk/consultations/:id/transfer',
  repeat: 'safe',
  access: 'staff',
  ...one,
  body: v.object({ clinicianId: Id, reason: TransferReason }),
  refusals: { ...HELD, NOT_NOW: 409, COLLEAGUE_NOT_AVAILABLE: 409 },
})
