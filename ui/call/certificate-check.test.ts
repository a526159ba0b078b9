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
test('a description that another process signed with an earlier key is accepted', async () =>
  expect(await isSigned({ certificateStatement, signingKeys: [otherKey, signingKey] }, luis())).toBe(true))

test('a description with the signed certificate is accepted for this guest', async () =>
  expect(await isSigned({ certificateStatement: certificateStatement, signingKeys: [signingKey] }, luis())).toBe(true))

describe('refused descriptions', () => {
  test.each([
    ['the certificate was replaced', { sdp: sdpOf(FOREIGN) }],
    ['another certificate was added', { sdp: sdpOf(MINE, FOREIGN) }],
    ['another certificate was put first', { sdp: sdpOf(FOREIGN, MINE) }],
    ['the certificate was removed', { sdp: sdpOf() }],
    ['the signature was removed', { signature: undefined }],
    ['the signature is invalid', { signature: 'AAAA' }],
    ['the signature is not base64', { signature: '§§§' }],
    ['the certificate was signed for the clinician', { certificateOwner: { role: 'clinician' as const } }],
    [
      'the certificate was signed for another guest',
      { certificateOwner: { role: 'guest' as const, guestId: 'sonia' } },
    ],
    ['the guest is not named', { certificateOwner: { role: 'guest' as const } }],
    ['the certificate was signed for another call', { callId: '00000000-6d0e-4f53-9c6e-0f4d6a1a2b3c' }],
  ])('%s', async (_, changed) =>
    expect(
      await isSigned(
        { certificateStatement: certificateStatement, signingKeys: [signingKey] },
        { ...luis(), ...changed },
      ),
    ).toBe(false),
  )

  test('the text was signed with another key', async () =>
    expect(await isSigned({ certificateStatement: certificateStatement, signingKeys: [otherKey] }, luis())).toBe(false))
})
