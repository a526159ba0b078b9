import { fingerprintsOf } from './fingerprints.ts'

export interface OwnCertificate {
  certificate: RTCCertificate
  /** Its hash, as it will stand in every description of this page. */
  fingerprint: string
}

/** One certificate a page and call, so that it can be sealed before anything is said (decision 0146). */
export async function makeCertificate(): Promise<OwnCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const certificate = await RTCPeerConnection.generateCertificate(algorithm)
  // Read from a description, because not every browser tells it of the certificate itself.
  const trial = new RTCPeerConnection({ certificates: [certificate] })
  trial.createDataChannel('trial')
  const { sdp = '' } = await trial.createOffer()
  trial.close()
  return { certificate, fingerprint: fingerprintsOf(sdp)[0] ?? '' }
}
