import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto'

// All known ways to forge one of our tokens.

export interface ForgeryInput {
  /** Our own key in the program's format: a forger of the second kind has stolen nothing else. */
  key: JsonWebKey
  accountId: string
  sessionId: string
  good: string
}

type Part = Record<string, unknown> | string
const encoded = (part: Part): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
const now = () => Math.floor(Date.now() / 1_000)

const claimsOf = ({ accountId, sessionId }: ForgeryInput) => ({
  iss: 'cuida',
  sub: accountId,
  sid: sessionId,
  mfa: 'DONE',
  jti: randomUUID(),
  iat: now(),
  exp: now() + 300,
})

function signed(header: Part, payload: Part, key: JsonWebKey): string {
  const text = `${encoded(header)}.${encoded(payload)}`
  return `${text}.${sign(null, Buffer.from(text), { key, format: 'jwk' }).toString('base64url')}`
}
function withMac(header: Part, payload: Part, secret: string | Buffer, hash = 'sha256'): string {
  const text = `${encoded(header)}.${encoded(payload)}`
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`
}

/** Signed with our key: its success shows that the others are refused for their contents. */
export const createValidToken = (of: ForgeryInput): string => signed(HEADER, claimsOf(of), of.key)

const HEADER = { alg: 'EdDSA', typ: 'access' }
const stranger = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const strangeRsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const strangePublic = { kty: 'OKP', crv: 'Ed25519', x: stranger.x }
const pemOf = ({ key }: ForgeryInput) =>
  String(createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }))

function withRsa(of: ForgeryInput): string {
  const text = `${encoded({ alg: 'RS256', typ: 'access' })}.${encoded(claimsOf(of))}`
  return `${text}.${sign('sha256', Buffer.from(text), strangeRsa).toString('base64url')}`
}

/** Changed claims under our own valid signature. */
const saying = (change: Record<string, unknown>) => (of: ForgeryInput) =>
  signed(HEADER, { ...claimsOf(of), ...change }, of.key)
const headed = (header: Record<string, unknown>) => (of: ForgeryInput) => signed(header, claimsOf(of), of.key)
const byStranger = (header: Record<string, unknown>) => (of: ForgeryInput) =>
  signed({ ...HEADER, ...header }, claimsOf(of), stranger)
const unsigned = (alg: string) => (of: ForgeryInput) => `${encoded({ alg, typ: 'access' })}.${encoded(claimsOf(of))}.`
const segments = ({ good }: ForgeryInput) => good.split('.') as [string, string, string]

export const FORGERIES: [string, (of: ForgeryInput) => string][] = [
  ['without a signature (alg none)', unsigned('none')],
  ['with alg None', unsigned('None')],
  ['with alg NONE', unsigned('NONE')],
  ['with an empty alg', unsigned('')],
  ['with alg none over our own signature', headed({ alg: 'none', typ: 'access' })],
  ['with its signature cut off', (of) => `${segments(of)[0]}.${segments(of)[1]}.`],
  ['of two parts', (of) => `${segments(of)[0]}.${segments(of)[1]}`],
  ['of four parts', (of) => `${of.good}.x`],
  ['of five parts, as if encrypted', (of) => `${of.good}.x.y`],
  ['with the end of its signature changed', (of) => `${of.good.slice(0, -20)}${'A'.repeat(20)}`],
  [
    'with a signature of zeros',
    (of) => `${segments(of)[0]}.${segments(of)[1]}.${Buffer.alloc(64).toString('base64url')}`,
  ],
  [
    'with the signature of another valid token',
    (of) => `${segments(of)[0]}.${encoded(claimsOf(of))}.${segments(of)[2]}`,
  ],
  [
    'with another head over its signature',
    (of) => `${encoded({ ...HEADER, kid: '1' })}.${segments(of)[1]}.${segments(of)[2]}`,
  ],
  [
    'signed with our public key as an HMAC secret',
    (of) => withMac({ alg: 'HS256', typ: 'access' }, claimsOf(of), pemOf(of)),
  ],
  [
    'signed with our raw public key as an HMAC secret',
    (of) => withMac({ alg: 'HS256', typ: 'access' }, claimsOf(of), Buffer.from(of.key.x ?? '', 'base64url')),
  ],
  [
    'signed with our public key, HS512',
    (of) => withMac({ alg: 'HS512', typ: 'access' }, claimsOf(of), pemOf(of), 'sha512'),
  ],
  ['signed with an empty HMAC secret', (of) => withMac({ alg: 'HS256', typ: 'access' }, claimsOf(of), '')],
  ['signed with an HMAC but said to be EdDSA', (of) => withMac(HEADER, claimsOf(of), pemOf(of))],
  ['signed with RSA', withRsa],
  ['signed with a key of its own', byStranger({})],
  ['that brings its own key along (jwk)', byStranger({ jwk: strangePublic })],
  ['that says where its key is (jku)', byStranger({ jku: 'https://evil.example/keys.json' })],
  ['that says where its certificate is (x5u)', byStranger({ x5u: 'https://evil.example/cert.pem' })],
  ['that brings a certificate (x5c)', byStranger({ x5c: ['MIIB'] })],
  ['whose key id walks the file system', byStranger({ kid: '../../../../dev/null' })],
  ['whose key id is a query', byStranger({ kid: "' or 1=1 --" })],
  ['with an unknown critical header', headed({ ...HEADER, crit: ['cuida'], cuida: true })],
  ['of another issuer', saying({ iss: 'evil' })],
  ['of no issuer', saying({ iss: undefined })],
  ['of several issuers', saying({ iss: ['cuida', 'evil'] })],
  ['that has expired', saying({ exp: now() - 1 })],
  ['that never expires', saying({ exp: undefined })],
  ['that expires in words', saying({ exp: 'never' })],
  ['that is not valid yet', saying({ nbf: now() + 600 })],
  ['without a purpose', headed({ alg: 'EdDSA' })],
  ['with the purpose "JWT"', headed({ alg: 'EdDSA', typ: 'JWT' })],
  ['with a purpose that objects inherit', headed({ alg: 'EdDSA', typ: 'constructor' })],
  ['with its purpose in another case', headed({ alg: 'EdDSA', typ: 'ACCESS' })],
  ['with two purposes', headed({ alg: 'EdDSA', typ: ['access', 'staff'] })],
  ['without an id', saying({ jti: undefined })],
  ['without a session', saying({ sid: undefined })],
  ['without a subject', saying({ sub: undefined })],
  ['of a session that never was', saying({ sid: randomUUID() })],
  ['of a session that is no id', saying({ sid: "' or 1=1 --" })],
  ['of a session that is a list', (of) => signed(HEADER, { ...claimsOf(of), sid: [of.sessionId] }, of.key)],
  ['that claims the desk for a patient', headed({ alg: 'EdDSA', typ: 'staff' })],
  [
    'that says its expiry twice, the good one first',
    (of) => signed(HEADER, JSON.stringify(claimsOf(of)).replace(/}$/, ',"exp":1}'), of.key),
  ],
  ['whose claims are no JSON', (of) => signed(HEADER, 'claims', of.key)],
  ['whose claims are a list', (of) => signed(HEADER, '[]', of.key)],
  ['whose claims are nothing', (of) => signed(HEADER, 'null', of.key)],
  ['of three thousand letters', (of) => `${of.good}${'A'.repeat(3_000)}`],
  ['with padding in its parts', (of) => of.good.split('.').join('=.')],
  ['in letters that base64 has not', (of) => `${of.good.slice(0, -4)}!!!!`],
  ['that is three dots', () => '...'],
  ['that is empty', () => ''],
  ['that is a word', () => 'undefined'],
]
