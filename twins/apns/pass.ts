import { credentials } from '../credentials.ts'
import { claimsOf } from '../kit/jwt.ts'

const OLDEST_S = 3_600

/** Why Apple does not believe who sends, in its own word, or undefined. */
export function passProblem(
  authorization: string | undefined,
  { now, oldest }: { now: Date; oldest: number },
): string | undefined {
  const [_whole, pass] = /^bearer (.+)$/i.exec(authorization ?? '') ?? []
  if (!pass) return 'MissingProviderToken'
  const { keyId: kid, teamId, publicKey } = credentials.apns
  const claims = claimsOf(pass, { alg: 'ES256', kid, publicKey })
  if (!claims || claims.iss !== teamId || typeof claims.iat !== 'number') return 'InvalidProviderToken'
  const age = now.getTime() / 1000 - claims.iat
  if (age < -OLDEST_S) return 'InvalidProviderToken'
  return age > OLDEST_S || claims.iat < oldest ? 'ExpiredProviderToken' : undefined
}
