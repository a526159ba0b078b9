import type { Sealer, SealKey, sealText as SealText } from '@cuida/core/care/call/call-seal.ts'
import { fingerprintsOf } from './fingerprints.ts'

export interface Sealed {
  callId: string
  /** Who the description is said to come from. */
  sealer: Sealer
  sdp: string
  seal: string | undefined
}

/** How a seal is worded, and the key that opens it. */
export interface SealCheck {
  sealText: typeof SealText
  sealKey: SealKey
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Whether the server vouched for the one certificate that this description names (decision 0044). Never throws. */
export async function isSealed(
  { sealText, sealKey }: SealCheck,
  { callId, sealer, sdp, seal }: Sealed,
): Promise<boolean> {
  const [fingerprint, ...others] = fingerprintsOf(sdp)
  if (!seal || !fingerprint || others.length > 0) return false
  try {
    const key = await crypto.subtle.importKey('jwk', sealKey, ALGORITHM, false, ['verify'])
    const text = new TextEncoder().encode(sealText(callId, sealer, fingerprint))
    return await crypto.subtle.verify(ALGORITHM, key, bytesOf(seal), text)
  } catch {
    return false
  }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
