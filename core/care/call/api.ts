import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Id, Moment } from '../../kit/shapes.ts'
import { Consultation } from '../consultation.ts'
import { Fingerprint, SigningKey } from './certificate-signature.ts'
import { IceServer } from './ice.ts'

/**
 * A single-use ticket for the call's WebSocket, valid for 60 s and bound to consultation, person and role (product
 * 7.4).
 */
export const CallTicket = v.object({
  ticket: v.string(),
  expiresAt: Moment,
  iceServers: v.array(IceServer),
  /**
   * The server's signature of this page's certificate. The page sends it with every description; the other side
   * verifies it with its own `signingKey`, or with one of the earlier ones: while the server's keys are rotated, another
   * process signs with another key.
   */
  signature: v.string(),
  signingKey: SigningKey,
  earlierSigningKeys: v.array(SigningKey),
})
/** Fingerprint of the DTLS certificate that the page will use for its media. */
export const TicketRequest = v.object({ fingerprint: Fingerprint })

export const getConsultation = call({
  method: 'GET',
  path: '/patients/:patientId/consultations/:id',
  access: 'access',
  priority: 'high',
  polled: true,
  params: v.object({ patientId: Id, id: Id }),
  reply: Consultation,
  refusals: { PATIENT_NOT_FOUND: 404, CONSULTATION_NOT_FOUND: 404 },
})

export const createCallTicket = call({
  method: 'POST',
  path: '/consultations/:id/call-ticket',
  repeat: 'safe',
  access: 'access',
  params: v.object({ id: Id }),
  body: TicketRequest,
  reply: CallTicket,
  status: 201,
  refusals: { CONSULTATION_NOT_FOUND: 404, NO_CALL: 409 },
})

/** The patient chose "not now" or answered too late; the clinician sees it at once. */
export const declineCall = call({
  method: 'POST',
  path: '/consultations/:id/call-declined',
  repeat: 'safe',
  access: 'access',
  params: v.object({ id: Id }),
  refusals: { CONSULTATION_NOT_FOUND: 404, NO_CALL: 409 },
})
