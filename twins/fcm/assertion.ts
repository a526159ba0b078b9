import { credentials } from '../credentials.ts'
import type { Fields } from '../kit/fields.ts'
import { claimsOf } from '../kit/jwt.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const AUDIENCE = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const LONGEST_S = 3_600
/** Clocks may differ by so much. */
const SLACK_S = 300

/** Why Google gives no token for an assertion, or undefined. */
export function assertionProblem({ grant_type, assertion }: Fields, now: number): string | undefined {
  if (grant_type !== GRANT) return 'unsupported grant type'
  const { clientEmail, keyId, publicKey } = credentials.fcm
  const claims = claimsOf(String(assertion), { alg: 'RS256', kid: keyId, publicKey })
  if (!claims) return 'Invalid JWT Signature.'
  const { iss, aud, scope, iat, exp } = claims
  if (iss !== clientEmail) return 'Invalid issuer.'
  if (aud !== AUDIENCE) return 'Invalid JWT: Failed audience check.'
  if (scope !== SCOPE) return 'Invalid scope.'
  if (typeof iat !== 'number' || typeof exp !== 'number' || iat > now + SLACK_S || exp < now || exp > iat + LONGEST_S)
    return 'Invalid JWT: Token must be a short-lived token and in a reasonable timeframe.'
  return undefined
}
