import { createPublicKey, verify } from 'node:crypto'

const DAY_S = 24 * 3_600

/** Why a push service does not believe who sends (RFC 8292), or undefined. `key` is the one that the browser asked for. */
export function vapidProblem(
  authorization: string | undefined,
  { key, audience, now }: { key: string; audience: string; now: Date },
): string | undefined {
  const [_whole, token = '', sender] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  if (sender !== key) return 'another sender'
  const [head = '', claims = '', signature = ''] = token.split('.')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(point, 1), y: coordinate(point, 33) }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return 'signature'
  if (aud !== audience) return 'audience'
  const seconds = now.getTime() / 1000
  if (typeof exp !== 'number' || exp <= seconds || exp > seconds + DAY_S) return 'expiry'
  return /^(mailto:|https:)/.test(String(sub)) ? undefined : 'subject'
}

const coordinate = (point: Buffer, from: number): string => point.toString('base64url', from, from + 32)
