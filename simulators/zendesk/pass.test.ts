import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { credentials } from '../credentials.ts'
import { readPass } from './index.ts'

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
  expect(readPass(pass(), NOW)).toEqual({ externalId: 'a-1', name: 'Ana' })
  expect(readPass(pass({ exp: undefined }), NOW)).toEqual({ externalId: 'a-1', name: 'Ana' })
  expect(readPass(pass({ name: undefined }), NOW)).toEqual({ externalId: 'a-1', name: '' })
})

test.each([
  ['another key', pass({}, { kid: 'app_other' }), 'unknown signing key'],
  ['no signature', pass({}, { alg: 'none' }), 'unknown signing key'],
  ['a forged signature', pass({}, {}, 'guessed'), 'invalid signature'],
  ['another scope', pass({ scope: 'agent' }), 'scope must be user'],
  ['nobody', pass({ external_id: '' }), 'invalid external_id'],
  ['an id that is too long', pass({ external_id: 'x'.repeat(256) }), 'invalid external_id'],
  ['one that has run out', pass({ exp: NOW.getTime() / 1000 }), 'expired'],
  ['no pass at all', 'hello', 'unknown signing key'],
])('%s is refused', (_, given, reason) => expect(readPass(given, NOW)).toEqual({ reason }))
