import { importPKCS8, SignJWT } from 'jose'
import * as v from 'valibot'
import type { Deadline } from '../keep-alive-connection.ts'
import { exchange, readAnswer } from '../post.ts'
import { CredentialsRefused, ProviderDown } from '../provider-down.ts'

/** Key file of a Google service account; its other fields are not read. */
export const ServiceAccount = v.object({
  type: v.literal('service_account'),
  project_id: v.pipe(v.string(), v.regex(/^[a-z0-9:.-]+$/)),
  private_key_id: v.pipe(v.string(), v.minLength(1)),
  private_key: v.pipe(v.string(), v.startsWith('-----BEGIN PRIVATE KEY-----')),
  client_email: v.pipe(v.string(), v.email()),
})
export type ServiceAccount = v.InferOutput<typeof ServiceAccount>

/** The assertion's audience, also with a simulator. */
export const AUDIENCE = 'https://oauth2.googleapis.com/token'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Google's maximum lifetime of an assertion. */
const ASSERTED_S = 3_600
/** A token is renewed five minutes early, so that it does not expire in transit. */
const MARGIN_MS = 300_000

const Granted = v.object({ access_token: v.pipe(v.string(), v.minLength(1)), expires_in: v.number() })

export interface AccessTokens {
  get(until: Deadline): Promise<string>
  /** Drops a refused token, so that the next call fetches a new one. */
  forget(token: string): void
}

interface Asking {
  provider: string
  account: ServiceAccount
  scope: string
  tokenUrl: string
}

/**
 * Access tokens of a service account (RFC 7523), cached until shortly before they expire; concurrent callers share
 * one request.
 */
export function accessTokens(asking: Asking): AccessTokens {
  let cachedToken: { value: string; until: number } | undefined
  let coming: Promise<string> | undefined
  const renew = async (until: Deadline): Promise<string> => {
    const { access_token: value, expires_in: seconds } = await fetchToken(asking, until)
    cachedToken = { value, until: Date.now() + seconds * 1000 - MARGIN_MS }
    return value
  }
  return {
    async get(until) {
      if (cachedToken && cachedToken.until > Date.now()) return cachedToken.value
      coming ??= renew(until).finally(() => {
        coming = undefined
      })
      return coming
    },
    forget(token) {
      if (cachedToken?.value === token) cachedToken = undefined
    },
  }
}

async function fetchToken({ provider, account, scope, tokenUrl }: Asking, until: Deadline) {
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: account.private_key_id })
    .setIssuer(account.client_email)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + ASSERTED_S)
    .sign(await importPKCS8(account.private_key, 'RS256'))
  const form = { grant_type: GRANT, assertion }
  const { status, body } = await exchange({ provider, method: 'POST', url: tokenUrl, headers: {}, form, until })
  // Google answers a key that it does not know with 400 invalid_grant.
  if (status === 400) throw new CredentialsRefused(provider, 'token HTTP 400')
  if (status !== 200) throw new ProviderDown(provider, `token HTTP ${status}`)
  return readAnswer(provider, Granted, body)
}
