import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const ATTESTED = 0x40

/** What a faulty or hostile client changes of a response. */
export interface Forgery {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string
  type?: string
}

/** An authenticator in software: one ES256 key, without attestation. */
export function createAuthenticator({ origin }: { origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let userHandle = ''
  let rpId = ''

  const clientData = (type: string, challenge: string, forgery: Forgery) =>
    Buffer.from(JSON.stringify({ type: forgery.type ?? type, challenge, origin: forgery.origin ?? origin }))
  const authenticatorData = (flags: number, forgery: Forgery) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(forgery.counter ?? 0)
    const verified = forgery.isVerified === false ? 0 : USER_VERIFIED
    const all = flags | USER_PRESENT | verified | BACKUP_ELIGIBLE | BACKED_UP
    return Buffer.concat([sha256(forgery.rpId ?? rpId), Buffer.from([all]), counter])
  }
  return {
    credentialId: credentialId.toString('base64url'),
    /** Answers `navigator.credentials.create`. */
    create(options: { challenge: string; rp: { id: string }; user: { id: string } }, forgery: Forgery = {}) {
      rpId = options.rp.id
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(publicKey.export({ format: 'jwk' })),
      ])
      const data = Buffer.concat([authenticatorData(ATTESTED, forgery), attested])
      return {
        id: credentialId.toString('base64url'),
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, forgery).toString('base64url'),
          attestationObject: attestationObject(data).toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    /** Answers `navigator.credentials.get`. */
    get(options: { challenge: string }, forgery: Forgery = {}) {
      const client = clientData('webauthn.get', options.challenge, forgery)
      const data = authenticatorData(0, forgery)
      return {
        id: credentialId.toString('base64url'),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: forgery.userHandle ?? userHandle,
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} in CBOR. */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')])
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
  return Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)])
}

/** {"fmt": "none", "attStmt": {}, "authData": data} in CBOR. */
function attestationObject(data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
  const fields = [text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), length, data]
  return Buffer.concat([Buffer.from([0xa3]), ...fields])
}
