import { createHmac, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { heartbeat } from '@cuida/core/access/session-api.ts'
import type { TokenPurpose } from '@cuida/core/kit/call.ts'
import { me } from '@cuida/core/profile/api.ts'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needsCaller, purposesOf } from '../kit/access.ts'
import { servedCalls } from '../kit/serve.ts'
import { testWorld, type World } from '../kit/test-world.ts'
import { openSession } from './sessions.ts'
import { newPatient, newSession } from './test-people.ts'
import { sealSecret } from './totp.ts'

let world: World
let accountId: string
let sessionId: string
const bearer = new Map<TokenPurpose, string>()

beforeAll(async () => {
  world = await testWorld({ demo: false })
  ;({ accountId } = await newPatient(world))
  const session = await newSession(world, accountId)
  sessionId = session.id
  const { sign } = world.services.tokens
  for (const purpose of ['phone', 'registration', 'recovery', 'reset', 'mfa', 'max-sessions', 'staff-totp'] as const)
    bearer.set(purpose, await sign(purpose, { subject: accountId, sessionId }))
  bearer.set('access', session.token)
  bearer.set('staff', await staffToken())
})
afterAll(() => world.close())

async function staffToken(): Promise<string> {
  const sealed = sealSecret(world.services.secrets, 'JBSWY3DPEHPK3PXP')
  const [row] = await world.db<{ id: string }[]>`
    insert into staff (email, name, password_hash, totp_secret, role)
    values ('vega@example.com', 'Dra. Vega', 'x', ${sealed}, 'clinician') returning id`
  const staffId = row?.id ?? ''
  const session = await world.db.begin((tx) => openSession(tx, { staffId }))
  return world.services.tokens.sign('staff', { subject: staffId, sessionId: session.id })
}

const knock = (method: (typeof servedCalls)[number]['method'], path: string, token: string) =>
  world.app.inject({
    method,
    url: `/v1${path.replaceAll(/:\w+/g, () => randomUUID())}`,
    headers: { authorization: `Bearer ${token}` },
  })

test('a token opens the calls that its purpose is for, and no other', async () => {
  const wrong: string[] = []
  let tried = 0
  for (const call of servedCalls.filter(({ access }) => needsCaller(access) || access === 'refresh')) {
    for (const [purpose, token] of bearer) {
      if (purposesOf(call.access).includes(purpose)) continue
      tried++
      const { statusCode } = await knock(call.method, call.path, token)
      if (statusCode !== 401) wrong.push(`${purpose} on ${call.method} ${call.path}: ${statusCode}`)
    }
  }
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(100)
})

test('the same tokens do open what they are for', async () => {
  expect((await world.tell(me, {}, { token: bearer.get('access') ?? '' })).status).toBe(200)
  expect((await knock('GET', '/desk/me', bearer.get('staff') ?? '')).statusCode).toBe(200)
})

describe('a forged token is nobody', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = () => Math.floor(Date.now() / 1_000)
  const claims = () => ({
    iss: 'cuida',
    sub: accountId,
    sid: sessionId,
    jti: randomUUID(),
    iat: now(),
    exp: now() + 300,
  })
  const ownKey = () => JSON.parse(world.env.TOKEN_KEY ?? '')
  const good = () => bearer.get('access') ?? ''
  const signed = async (header: object, payload: object, key: object = ownKey()) =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg: 'EdDSA', ...header }).sign(await importKey(key))

  async function importKey(jwk: object) {
    return crypto.subtle.importKey('jwk', jwk as never, 'Ed25519', false, ['sign'])
  }
  const withMac = (header: object, secret: string | Buffer) => {
    const text = `${part({ typ: 'access', ...header })}.${part(claims())}`
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const publicKey = () => createPublicKey({ key: ownKey(), format: 'jwk' })
  const stranger = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })

  const forgeries: [string, () => string | Promise<string>][] = [
    ['without a signature (alg none)', () => `${part({ alg: 'none', typ: 'access' })}.${part(claims())}.`],
    ['with alg None in capitals', () => `${part({ alg: 'NONE', typ: 'access' })}.${part(claims())}.`],
    ['with its signature cut off', () => `${good().split('.').slice(0, 2).join('.')}.`],
    ['with the signature of another', () => `${good().slice(0, -20)}${'A'.repeat(20)}`],
    [
      'signed with our public key as an HMAC secret',
      () => withMac({ alg: 'HS256' }, String(publicKey().export({ type: 'spki', format: 'pem' }))),
    ],
    [
      'signed with our raw public key as an HMAC secret',
      () => withMac({ alg: 'HS256' }, Buffer.from(String(ownKey().x), 'base64url')),
    ],
    ['signed with an empty HMAC secret', () => withMac({ alg: 'HS256' }, '')],
    ['signed with a key of its own', () => signed({ typ: 'access' }, claims(), stranger)],
    [
      'that brings its own key along',
      () => signed({ typ: 'access', jwk: { kty: 'OKP', crv: 'Ed25519', x: stranger.x } }, claims(), stranger),
    ],
    [
      'that says where its key is',
      () => signed({ typ: 'access', jku: 'https://evil.example/keys' }, claims(), stranger),
    ],
    [
      'whose key id walks the file system',
      () => signed({ typ: 'access', kid: '../../../../dev/null' }, claims(), stranger),
    ],
    ['of another issuer', () => signed({ typ: 'access' }, { ...claims(), iss: 'evil' })],
    ['of no issuer', () => signed({ typ: 'access' }, { ...claims(), iss: undefined })],
    ['that has expired', () => signed({ typ: 'access' }, { ...claims(), exp: now() - 1 })],
    ['that never expires', () => signed({ typ: 'access' }, { ...claims(), exp: undefined })],
    ['that is not valid yet', () => signed({ typ: 'access' }, { ...claims(), nbf: now() + 600 })],
    ['without a purpose', () => signed({}, claims())],
    ['with the purpose "JWT"', () => signed({ typ: 'JWT' }, claims())],
    ['with a purpose that objects inherit', () => signed({ typ: 'constructor' }, claims())],
    ['without an id', () => signed({ typ: 'access' }, { ...claims(), jti: undefined })],
    ['without a session', () => signed({ typ: 'access' }, { ...claims(), sid: undefined })],
    ['of a session that never was', () => signed({ typ: 'access' }, { ...claims(), sid: randomUUID() })],
    ['that claims the desk for a patient', () => signed({ typ: 'staff' }, claims())],
    ['of three thousand letters', () => `${good()}${'A'.repeat(3_000)}`],
    ['that is three dots', () => '...'],
    ['that is a refresh token', () => 'A'.repeat(43)],
  ]
  test.each(forgeries)('%s', async (_, forge) => {
    expect(await world.tell(me, {}, { token: await forge() })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED' },
    })
  })

  test('the forger of these tests can make a good one', async () => {
    expect((await world.tell(me, {}, { token: await signed({ typ: 'access' }, claims()) })).status).toBe(200)
  })
  test('only a good token learns that its session is over', async () => {
    const token = await signed({ typ: 'access' }, { ...claims(), sid: randomUUID() }, stranger)
    expect((await world.tell(heartbeat, {}, { token })).status).toBe(401)
  })
})
