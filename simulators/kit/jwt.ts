import { createPublicKey, verify } from 'node:crypto'
import { type Fields, fieldsOf } from './fields.ts'

interface Wanted {
  alg: 'RS256' | 'ES256'
  kid: string
  publicKey: Record<string, string>
}

/** The claims of a token signed with this key, or undefined. */
export function claimsOf(token: string, { alg, kid, publicKey }: Wanted): Fields | undefined {
  const [head = '', claims = '', signature = ''] = token.split('.')
  const header = parsed(head)
  if (header?.alg !== alg || header.kid !== kid) return undefined
  const key = createPublicKey({ key: publicKey, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    alg === 'ES256' ? { key, dsaEncoding: 'ieee-p1363' } : key,
    Buffer.from(signature, 'base64url'),
  )
  return isSigned ? parsed(claims) : undefined
}

function parsed(part: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(Buffer.from(part, 'base64url').toString()))
  } catch {
    return undefined
  }
}
