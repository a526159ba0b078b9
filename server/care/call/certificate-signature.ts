import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import {
  type CertificateOwner,
  certificateStatement,
  type SigningKey,
} from '@cuida/core/care/call/certificate-signature.ts'
import type { IceServer } from '@cuida/core/care/call/ice.ts'
import { mapKeys, type PerKey, type Secrets } from '../../kit/crypto/secrets.ts'
import type { Services } from '../../services.ts'
import { callIdOf } from './call-store.ts'
import { iceServers } from './ice/ice.ts'

/**
 * The ICE servers and the signature of this page's DTLS certificate that accompany a ticket. The server signs the
 * fingerprint where it knows the caller by their access token; the peer receives the signature through signalling,
 * which cannot forge one (decision 0044).
 */
export function createTicketCredentials(
  { env, now, secrets }: Pick<Services, 'env' | 'now' | 'secrets'>,
  actionId: string,
  certificateOwner: CertificateOwner,
  fingerprint: string,
): { iceServers: IceServer[]; signature: string; signingKey: SigningKey; earlierSigningKeys: SigningKey[] } {
  const callId = callIdOf(actionId)
  const [{ key, signingKey }, ...earlier] = keysOf(secrets)
  const signature = sign('sha256', Buffer.from(certificateStatement(callId, certificateOwner, fingerprint)), {
    key,
    dsaEncoding: 'ieee-p1363',
  })
  return {
    iceServers: iceServers(env, callId, now()),
    signature: signature.toString('base64url'),
    signingKey,
    earlierSigningKeys: earlier.map((each) => each.signingKey),
  }
}

interface KeyPair {
  key: KeyObject
  signingKey: SigningKey
}

const keyCache = new WeakMap<Secrets, PerKey<KeyPair>>()

function keysOf(secrets: Secrets): PerKey<KeyPair> {
  const keys = keyCache.get(secrets) ?? mapKeys(secrets.derive('call-signature', 'P-256'), makeKeys)
  keyCache.set(secrets, keys)
  return keys
}

/**
 * The key comes from the application secret, so that every process has the same one. ES256, because every patient's
 * browser can verify it.
 */
function makeKeys(secret: Buffer): KeyPair {
  // Clears the top bit, so that the scalar is below the order of the curve.
  secret.writeUInt8(secret.readUInt8(0) & 0x7f, 0)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(secret)
  const point = curve.getPublicKey()
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const signingKey = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) } as const
  const key = createPrivateKey({ key: { ...signingKey, d: secret.toString('base64url') }, format: 'jwk' })
  return { key, signingKey }
}
