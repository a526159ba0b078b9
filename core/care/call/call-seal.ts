import * as v from 'valibot'
import type { CallRole } from './call-signal.ts'

/** Hash of the certificate with which a page proves, under the media itself, that it is itself (RFC 8122, as in SDP). */
export const Fingerprint = v.pipe(v.string(), v.regex(/^sha-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}$/))

/** Public half of the key that seals, as a JWK of ES256. */
export const SealKey = v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string() })
export type SealKey = v.InferOutput<typeof SealKey>

/** Whose page it is. Of guests there is one after the other: the invitation tells them apart. */
export interface Sealer {
  role: CallRole
  guestId?: string | undefined
}

/** What a seal says: in this call this person's page has this certificate. */
export const sealText = (callId: string, { role, guestId }: Sealer, fingerprint: string): string =>
  `cuida call ${callId} ${role === 'guest' ? `guest ${guestId}` : role} ${fingerprint}`
