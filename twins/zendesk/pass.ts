import { createHmac, timingSafeEqual } from 'node:crypto'
import { credentials } from '../credentials.ts'

export interface ChatUser {
  externalId: string
  name: string
}

/** Who a pass names, or why Zendesk does not believe it (its "Authenticating end users"; product 12.20). */
export function readPass(pass: string, now: Date): ChatUser | { reason: string } {
  const [head = '', body = '', signature = ''] = pass.split('.')
  const header = parsed(head)
  const claims = parsed(body)
  if (header?.alg !== 'HS256' || header.kid !== credentials.zendesk.keyId) return { reason: 'unknown signing key' }
  const right = createHmac('sha256', credentials.zendesk.secret).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) return { reason: 'invalid signature' }
  if (claims?.scope !== 'user') return { reason: 'scope must be user' }
  const { external_id: externalId, name, exp } = claims
  if (typeof externalId !== 'string' || !externalId || externalId.length > 255) return { reason: 'invalid external_id' }
  if (exp !== undefined && !(typeof exp === 'number' && exp * 1000 > now.getTime())) return { reason: 'expired' }
  return { externalId, name: typeof name === 'string' ? name : '' }
}

function parsed(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
