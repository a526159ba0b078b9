import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { credentials } from '../credentials.ts'
import { verifyChatToken } from './index.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const { keyId, secret } = credentials.zendesk
const HEAD = { alg: 'HS256', typ: 'JWT', kid: keyId }
const CLAIMS = { scope: 'user', external_id: 'a-1', name: 'Ana', exp: NOW.getTime() / 1000 + 1 }
function pass(claims: object = {}, head: object = {}, key: string = secret): string {
  const text = `${part({ ...HEAD, ...head })}.${part({ ...CLAIMS, ...claims })}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

test('a valid token names the writer; without an expiry it does not expire', () => {
  expect(verifyChatToken(pass(), NOW)).toEqual({ externalId: 'a-1', name: 'Ana' })
  expect(verifyChatToken(pass({ exp: undefined }), NOW)).toEqual({ externalId: 'a-1', name: 'Ana' })
  expect(verifyChatToken(pass({ name: undefined }), NOW)).toEqual({ externalId: 'a-1', name: '' })
})

test.each([
  ['a token with another key', pass({}, { kid: 'app_other' }), 'unknown signing key'],
  ['a token without a signature', pass({}, { alg: 'none' }), 'unknown signing key'],
  ['a token with a forged signature', pass({}, {}, 'guessed'), 'invalid signature'],
  ['a token with another scope', pass({ scope: 'agent' }), 'scope must be user'],
  ['a token without a person', pass({ external_id: '' }), 'invalid external_id'],
  ['a token with an id that is too long', pass({ external_id: 'x'.repeat(256) }), 'invalid external_id'],
  ['an expired token', pass({ exp: NOW.getTime() / 1000 }), 'expired'],
  ['a malformed token', 'hello', 'unknown signing key'],
])('%s is refused', (_, passToken, reason) => expect(verifyChatToken(passToken, NOW)).toEqual({ reason }))
