import * as v from 'valibot'
import { expect, test } from 'vitest'
import { certificateStatement, Fingerprint, SigningKey } from './certificate-signature.ts'

const MINE = Array(32).fill('0A').join(':')

test.each([
  ['in the format of browsers', `sha-256 ${MINE}`, true],
  ['a byte too short', `sha-256 ${MINE.slice(3)}`, false],
  ['a byte too long', `sha-256 ${MINE}:0A`, false],
  ['in lower case', `sha-256 ${MINE.toLowerCase()}`, false],
  ['with an invalid character', `sha-256 ${MINE.replace('0A', '0G')}`, false],
  ['with a prefix', `a sha-256 ${MINE}`, false],
  ['with a weaker hash', `sha-1 ${MINE}`, false],
  ['with a second line', `sha-256 ${MINE}\nrole clinician`, false],
])('signature of fingerprint %s: %#', (_, text, isValid) => expect(v.is(Fingerprint, text)).toBe(isValid))

const key = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
}
test('only an ES256 key is accepted for verification', () => {
  expect(v.is(SigningKey, key)).toBe(true)
  for (const wrong of [{ kty: 'RSA' }, { crv: 'P-521' }, { x: undefined }, { y: 7 }])
    expect(v.is(SigningKey, { ...key, ...wrong })).toBe(false)
})

test('a signature is bound to one call, one person and one certificate', () => {
  const texts = ['call-1', 'call-2'].flatMap((call) =>
    [MINE, MINE.replace('0A', '0B')].flatMap((print) => [
      certificateStatement(call, { role: 'patient' }, print),
      certificateStatement(call, { role: 'clinician' }, print),
      // Guests can follow each other in one call: a signature for the first guest must not be valid for the second.
      certificateStatement(call, { role: 'guest', guestId: 'luis' }, print),
      certificateStatement(call, { role: 'guest', guestId: 'rosa' }, print),
    ]),
  )
  expect(new Set(texts).size).toBe(16)
})

test('the guest id is part of the signature of guests only', () => {
  expect(certificateStatement('call-1', { role: 'patient', guestId: 'luis' }, MINE)).toBe(
    certificateStatement('call-1', { role: 'patient' }, MINE),
  )
})
