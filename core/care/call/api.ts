import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment } from '../../kit/shapes.ts'
import { Consultation } from '../consultation.ts'
import { Fingerprint, SealKey } from './call-seal.ts'
import { IceServer } from './ice.ts'

/** A single-use ticket for the call's WebSocket, 60 s, bound to consultation, person and role (product 7.4). */
export const CallTicket = v.object({
  ticket: v.string(),
  expiresAt: Moment,
  iceServers: v.array(IceServer),
  /** Goes with every description that this page sends; the other side checks it with its own `sealKey`. */
  seal: v.string(),
  sealKey: SealKey,
})
/** What a page says when it buys a ticket: the certificate that its media will be encrypted with. */
export const TicketRequest = v.object({ fingerprint: Fingerprint })

export const getConsultation = call({
  method: 'GET',
  path: '/patients/:patientId/consultations/:id',
  access: 'access',
  polled: true,
  params: v.object({ patientId: Id, id: Id }),
  reply: Consultation,
  refusals: { PATIENT_NOT_FOUND: 404, CONSULTATION_NOT_FOUND: 404 },
})

export const createCallTicket = call({
  method: 'POST',
  path: '/consultations/:id/call-ticket',
  access: 'access',
  params: v.object({ id: Id }),
  body: TicketRequest,
  reply: CallTicket,
  status: 201,
  refusals: { CONSULTATION_NOT_FOUND: 404, NO_CALL: 409 },
})

/** The patient chose "not now" or was too late: the clinician hears of it at once. */
export const declineCall = call({
  method: 'POST',
  path: '/consultations/:id/call-declined',
  access: 'access',
  params: v.object({ id: Id }),
  refusals: { CONSULTATION_NOT_FOUND: 404, NO_CALL: 409 },
})
