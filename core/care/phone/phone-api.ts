import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Phone } from '../../kit/shapes.ts'

const one = { params: v.object({ id: Id }) } as const
const HELD = { CONSULTATION_NOT_FOUND: 404, NOT_YOURS: 409, NOT_NOW: 409 } as const
const NO_VOICE = { NO_VOICE: 409 } as const

/**
 * The clinician's own phone, which a call rings before the patient's; null for none. The number is never shown to
 * others.
 */
export const setDeskPhone = call({
  method: 'PUT',
  path: '/desk/phone',
  access: 'staff',
  body: v.object({ number: v.nullable(Phone.entries.number) }),
  reply: v.object({ maskedPhone: v.nullable(v.string()) }),
  refusals: { PHONE_NOT_ALLOWED: 400 },
})

/**
 * Rings the clinician's phone, then the patient's, both from the partner's number. The consultation shows the
 * outcome.
 */
export const ringPatient = call({
  method: 'POST',
  path: '/desk/consultations/:id/phone-call',
  repeat: 'safe',
  access: 'staff',
  ...one,
  refusals: { ...HELD, ...NO_VOICE, NO_DESK_PHONE: 409, ALREADY_CALLING: 409, RATE_LIMITED: 429 },
})

/** The patient's full number, for when the phone provider cannot connect the call. The audit records who read it. */
export const showPatientNumber = call({
  method: 'POST',
  path: '/desk/consultations/:id/phone-number',
  repeat: 'safe',
  access: 'staff',
  ...one,
  reply: Phone,
  refusals: { CONSULTATION_NOT_FOUND: 404, NOT_YOURS: 409 },
})
