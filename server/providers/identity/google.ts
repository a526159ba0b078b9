import * as client from 'openid-client'
import * as v from 'valibot'
import { deadlineIn } from '../keep-alive-connection.ts'
import { exchange, PROVIDER_TIMEOUT_MS, readAnswer, readCapped } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import { CredentialsRefused, ProviderDown } from '../provider-down.ts'
import { type Identities, IdentityRefused, type SocialPerson } from './port.ts'

export interface GoogleSettings {
  /** `https://accounts.google.com`; its discovery document holds all URLs but the next. */
  issuer: string
  /** `https://oauth2.googleapis.com/tokeninfo`: specific to Google and absent from the discovery document. */
  tokenInfoUrl: string
  clientId: string
  clientSecret: string
  /** The redirect URI registered with the provider. */
  redirectUri: string
  /** The URL by which this server reaches `issuer`, when it differs from the one that browsers use. */
  reachedAt?: string | undefined
  timeoutMs?: number | undefined
}

const PROVIDER = 'google'
/** The profile pre-fills a form that the patient sees; the e-mail address is taken only when it is verified. */
const SCOPE = 'openid email profile'
const FRESH_MS = 3_600_000

/**
 * Google speaks OpenID Connect (providers 7): code flow with PKCE, state and nonce; the ID token's signature is
 * verified.
 */
export function googleIdentities(settings: GoogleSettings): Identities {
  const configuration = rememberedConfiguration(settings)
  return {
    check: checkAt(settings.reachedAt ?? settings.issuer, async () => exchangeNoCode(settings, await configuration())),
    async depart() {
      const config = await configuration()
      const departure = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const address = client.buildAuthorizationUrl(config, {
        redirect_uri: settings.redirectUri,
        scope: SCOPE,
        state: departure.state,
        nonce: departure.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(departure.verifier),
        code_challenge_method: 'S256',
        // On a shared computer: shows the account chooser even when only one account is signed in.
        prompt: 'select_account',
      })
      return { address: address.href, departure }
    },
    async arrive(search, { state, nonce, verifier }) {
      const config = await configuration()
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const address = new URL(search, settings.redirectUri)
      const tokens = await client.authorizationCodeGrant(config, address, checks).catch(explain)
      const claims = tokens.claims() ?? refuse('no ID token')
      // Google puts the profile into the ID token; the standard also allows it in the userinfo response only.
      const profile = claims.email === undefined ? await profileOf(config, tokens.access_token, claims.sub) : claims
      return personIn({ ...profile, sub: claims.sub })
    },
    async personOf(accessToken) {
      const config = await configuration()
      const info = await tokenInfo(settings, accessToken)
      return personIn({ ...info, ...(await profileOf(config, accessToken, info.sub)) })
    },
  }
}

/** Fetches the provider's discovery document once an hour; a failure is not cached. */
function rememberedConfiguration(settings: GoogleSettings): () => Promise<client.Configuration> {
  const { issuer, clientId, clientSecret, timeoutMs = PROVIDER_TIMEOUT_MS } = settings
  let known: { at: number; config: Promise<client.Configuration> } | undefined
  const discover = () =>
    client
      .discovery(new URL(issuer), clientId, clientSecret, client.ClientSecretPost(clientSecret), {
        [client.customFetch]: fetcher(settings),
        timeout: timeoutMs / 1_000,
        execute: [
          client.enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      })
      .catch(down)
  return () => {
    if (known && Date.now() - known.at < FRESH_MS) return known.config
    const config = discover()
    known = { at: Date.now(), config }
    config.catch(() => {
      known = undefined
    })
    return config
  }
}

/** The token endpoint checks the client before the code: an unknown code is 400, another client secret 401. */
async function exchangeNoCode(settings: GoogleSettings, config: client.Configuration): Promise<void> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'doctor',
    redirect_uri: settings.redirectUri,
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
  })
  const url = config.serverMetadata().token_endpoint ?? ''
  const response = await fetcher(settings)(url, { body, headers: {}, method: 'POST', redirect: 'manual' })
  if (response.status === 401) throw new CredentialsRefused(PROVIDER, 'HTTP 401')
}

/** Limits requests of the library like our own: one deadline, 1 MB, no redirects. */
function fetcher({ issuer, reachedAt }: GoogleSettings): client.CustomFetch {
  return async (url, { body, headers, method, signal }) => {
    const address = reachedAt && url.startsWith(issuer) ? reachedAt + url.slice(issuer.length) : url
    const init = { body: body ?? null, headers, method, signal: signal ?? null, redirect: 'manual' } as const
    const response = await fetch(address, init).catch(down)
    if (response.status >= 500 || response.status === 429) {
      await response.body?.cancel()
      return down(new Error(`HTTP ${response.status}`))
    }
    const text = await readCapped(response).catch(down)
    return new Response(text, { status: response.status, headers: response.headers })
  }
}

const TokenInfo = v.object({
  aud: v.string(),
  sub: v.pipe(v.string(), v.nonEmpty()),
  expires_in: v.union([v.string(), v.number()]),
  email: v.optional(v.string()),
  email_verified: v.optional(v.union([v.string(), v.boolean()])),
})

/** Access tokens are opaque: only Google can tell to which application one was issued. */
async function tokenInfo({ tokenInfoUrl, clientId, timeoutMs = PROVIDER_TIMEOUT_MS }: GoogleSettings, token: string) {
  const url = `${tokenInfoUrl}?${new URLSearchParams({ access_token: token })}`
  const until = deadlineIn(timeoutMs)
  const { status, body } = await exchange({ provider: PROVIDER, method: 'GET', url, headers: {}, until })
  if (status !== 200) throw new IdentityRefused('not a live token')
  const info = readAnswer(PROVIDER, TokenInfo, body)
  // Otherwise a token that another application obtained would sign its owner in here.
  if (info.aud !== clientId) throw new IdentityRefused('issued to another application')
  if (!(Number(info.expires_in) > 0)) throw new IdentityRefused('expired')
  return info
}

/** The name is optional: a token without the profile scope still identifies the person. */
async function profileOf(config: client.Configuration, token: string, subject: string): Promise<object> {
  return client.fetchUserInfo(config, token, subject).catch((error: unknown) => {
    if (isDown(error)) throw error
    return {}
  })
}

const Told = v.object({
  sub: v.pipe(v.string(), v.nonEmpty(), v.maxLength(255)),
  email: v.optional(v.pipe(v.string(), v.maxLength(254))),
  email_verified: v.optional(v.union([v.string(), v.boolean()])),
  given_name: v.optional(v.string(), ''),
  family_name: v.optional(v.string(), ''),
})

function personIn(claims: object): SocialPerson {
  const person = readAnswer(PROVIDER, Told, claims)
  const verified = String(person.email_verified) === 'true'
  return {
    subject: person.sub,
    email: (verified && person.email) || null,
    firstName: person.given_name.trim().slice(0, 80),
    lastName: person.family_name.trim().slice(0, 120),
  }
}

function refuse(reason: string): never {
  throw new IdentityRefused(reason)
}

function down(error: unknown): never {
  throw error instanceof ProviderDown ? error : new ProviderDown(PROVIDER, 'no answer', error)
}

const NO_ANSWER = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_PARSE_ERROR', 'OAUTH_RESPONSE_IS_NOT_JSON'])

function isDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof ProviderDown || ('code' in error && NO_ANSWER.has(String(error.code)))) return true
  // The provider refuses our own credentials, which says nothing about the person.
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_client') return true
  return isDown(error.cause)
}

/** Maps every other error of the library to IdentityRefused without its message, which may quote tokens. */
function explain(error: unknown): never {
  if (isDown(error)) return down(error)
  throw new IdentityRefused('what came back does not vouch for anybody')
}
