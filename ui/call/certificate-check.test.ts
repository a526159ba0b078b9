import { certificateStatement, type SigningKey } from '@cuida/core/care/call/certificate-signature.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { isSigned } from './call-socket.ts'

const callId = '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c'
const LUIS = { role: 'guest', guestId: 'luis' } as const
const MINE = Array(32).fill('0A').join(':')
const FOREIGN = Array(32).fill('FF').join(':')
const sdpOf = (...digests: string[]) =>
  ['v=0', ...digests.map((digest) => `a=fingerprint:sha-256 ${digest}`), 'm=audio 9 UDP/TLS/RTP/SAVPF 111', ''].join(
    '\r\n',
  )
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

let signingKey: SigningKey
let otherKey: SigningKey
let signature: string
beforeAll(async () => {
  const keys = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
  const others = await crypto.subtle.generateKey(ECDSA, true, ['sign', 'verify'])
  signingKey = (await crypto.subtle.exportKey('jwk', keys.publicKey)) as SigningKey
  otherKey = (await crypto.subtle.exportKey('jwk', others.publicKey)) as SigningKey
  const text = new TextEncoder().encode(certificateStatement(callId, LUIS, `sha-256 ${MINE}`))
  const signed = new Uint8Array(await crypto.subtle.sign(ECDSA, keys.privateKey, text))
  signature = btoa(String.fromCharCode(...signed))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
})

const luis = () => ({ callId, certificateOwner: LUIS, sdp: sdpOf(MINE), signature })
test('a description with the certificate that was sealed is this guest’s', async () =>
  expect(await isSigned({ certificateStatement: certificateStatement, signingKey }, luis())).toBe(true))

describe('it is not when', () => {
  test.each([
    ['its certificate was changed on the way', { sdp: sdpOf(FOREIGN) }],
    ['another certificate was put beside it', { sdp: sdpOf(MINE, FOREIGN) }],
    ['another came first', { sdp: sdpOf(FOREIGN, MINE) }],
    ['its certificate was taken out', { sdp: sdpOf() }],
    ['its seal was taken off', { signature: undefined }],
    ['its seal is of nobody', { signature: 'AAAA' }],
    ['its seal is no text of ours', { signature: '§§§' }],
    ['it was the clinician’s to say', { certificateOwner: { role: 'clinician' as const } }],
    ['it was the next guest’s to say', { certificateOwner: { role: 'guest' as const, guestId: 'sonia' } }],
    ['nobody knows which guest’s it was to say', { certificateOwner: { role: 'guest' as const } }],
    ['it was said in another call', { callId: '00000000-6d0e-4f53-9c6e-0f4d6a1a2b3c' }],
  ])('%s', async (_, changed) =>
    expect(await isSigned({ certificateStatement: certificateStatement, signingKey }, { ...luis(), ...changed })).toBe(
      false,
    ),
  )

  test('it was sealed with another key', async () =>
    expect(await isSigned({ certificateStatement: certificateStatement, signingKey: otherKey }, luis())).toBe(false))
})
