import * as v from 'valibot'
import type { CallRole } from './call-signal.ts'

/** SHA-256 fingerprint of a page's DTLS certificate, in the format of SDP (RFC 8122). */
export const Fingerprint = v.pipe(v.string(), v.regex(/^sha-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}$/))

/** Public key that verifies the signature, as an ES256 JWK. */
export const SigningKey = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() })
export type SigningKey = v.InferOutput<typeof SigningKey>

/**
 * The participant whose page is signed. Several guests can follow each other in one call, so a guest is identified by
 * the invitation.
 */
export interface CertificateOwner {
  role: CallRole
  guestId?: string | undefined
}

/** The signed text: in this call, this participant's page uses this certificate. */
export const certificateStatement = (
  callId: string,
  { role, guestId }: CertificateOwner,
  fingerprint: string,
): string => `cuida call ${callId} ${role === 'guest' ? `guest ${guestId}` : role} ${fingerprint}`
