import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'
import { createSecrets, PURPOSES, type Secrets } from './secrets.ts'
import { createTokens } from './tokens.ts'

const newKey = () => randomBytes(32).toString('base64url')
const [first, second] = [newKey(), newKey()]

/** The value of APP_SECRET or TOKEN_KEY in each step of a rotation. */
const STEPS = {
  before: `a:${first}`,
  added: `a:${first},b:${second}`,
  used: `b:${second},a:${first}`,
  removed: `b:${second}`,
} as const
type Step = keyof typeof STEPS

/** Both steps of two processes that are restarted one after the other. */
const TOGETHER: [maker: Step, reader: Step][] = [
  ['before', 'added'],
  ['added', 'before'],
  ['added', 'used'],
  ['used', 'added'],
  ['before', 'used'],
  ['used', 'removed'],
  ['removed', 'used'],
]

/** For each purpose, whether a process accepts what another one made. */
const ACCEPTS: Record<string, (maker: Secrets, reader: Secrets) => boolean> = {
  ...byPurpose(PURPOSES.signature, (purpose) => (maker, reader) => {
    const mac = maker.sign(purpose, 'text')
    return reader.isSigned(purpose, 'text', mac) && reader.isSigned(purpose, 'text', mac.subarray(0, 16), 16)
  }),
  ...byPurpose(PURPOSES.derivation, (purpose) => (maker, reader) => {
    const [made] = maker.derive(purpose, 'text')
    return reader.derive(purpose, 'text').some((value) => value.equals(made))
  }),
  ...byPurpose(PURPOSES.encryption, (purpose) => (maker, reader) => {
    const stored = encrypt(maker.encryptionKeys(purpose, 'name'), 'name', Buffer.from('content'))
    try {
      return String(decrypt(reader.encryptionKeys(purpose, 'name'), 'name', stored)) === 'content'
    } catch {
      return false
    }
  }),
}

function byPurpose<P extends string>(purposes: readonly P[], of: (purpose: P) => (typeof ACCEPTS)[string]) {
  return Object.fromEntries(purposes.map((purpose) => [purpose, of(purpose)]))
}

describe.each(Object.entries(ACCEPTS))('%s', (_, accepts) => {
  const isAccepted = (maker: string, reader: string) => accepts(createSecrets(maker), createSecrets(reader))

  test.each(TOGETHER)('made in the step “%s” is accepted in the step “%s”', (maker, reader) =>
    expect(isAccepted(STEPS[maker], STEPS[reader])).toBe(true),
  )

  test('made under a key that was removed is refused', () =>
    expect(isAccepted(STEPS.before, STEPS.removed)).toBe(false))

  test('made under a secret without an id is accepted under the id 0', () => {
    expect(isAccepted(first, `0:${first}`)).toBe(true)
    expect(isAccepted(first, `b:${second},0:${first}`)).toBe(true)
  })
})

test.each(PURPOSES.label)('%s changes once the new key is in front, and not before', (purpose) => {
  const label = (step: Step) => createSecrets(STEPS[step]).label(purpose, 'text').toString('hex')
  expect(label('added')).toBe(label('before'))
  expect(label('used')).not.toBe(label('before'))
})

test('no purpose accepts what another one made', () => {
  const { sign, isSigned } = createSecrets(STEPS.used)
  for (const made of PURPOSES.signature)
    for (const read of PURPOSES.signature) expect(isSigned(read, 'text', sign(made, 'text'))).toBe(made === read)
})

test('a part of a MAC is refused where the whole one is expected', () => {
  const { sign, isSigned } = createSecrets(STEPS.before)
  const mac = sign('device', 'text')
  expect([0, 16, 31].map((length) => isSigned('device', 'text', mac.subarray(0, length)))).toEqual([
    false,
    false,
    false,
  ])
})

describe('access tokens', () => {
  const claims = { subject: randomUUID(), sessionId: randomUUID() }
  const isAccepted = async (maker: string, reader: string) =>
    (await createTokens(reader).read(await createTokens(maker).sign('access', claims)))?.subject === claims.subject

  test.each(TOGETHER)('signed in the step “%s” are accepted in the step “%s”', async (maker, reader) =>
    expect(await isAccepted(STEPS[maker], STEPS[reader])).toBe(true),
  )

  test('signed by a key that was removed are refused', async () =>
    expect(await isAccepted(STEPS.before, STEPS.removed)).toBe(false))

  test('name the key that signed them', async () =>
    expect(decodeProtectedHeader(await createTokens(STEPS.used).sign('access', claims)).kid).toBe('b'))

  test('signed by a JWK are accepted under the id 0', async () => {
    const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
    expect(await isAccepted(JSON.stringify(jwk), `b:${second},0:${jwk.d}`)).toBe(true)
  })
})
