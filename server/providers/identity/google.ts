import * as client from 'openid-client'
import * as v from 'valibot'
import { within } from '../kept-connection.ts'
import { exchange, PROVIDER_TIMEOUT_MS, readAnswer, readCapped } from '../post.ts'
import { ProviderDown } from '../provider-down.ts'
import { type Identities, IdentityRefused, type SocialPerson } from './port.ts'

export interface GoogleSettings {
  /** `https://accounts.google.com`; its discovery document tells every address but the next. */
  issuer: string
  /** `https://oauth2.googleapis.com/tokeninfo`: Google's own, and in no discovery document. */
  tokenInfoUrl: string
  clientId: string
  clientSecret: string
  /** Where the browser comes back to, as it is registered with the provider. */
  redirectUri: string
  /** Where this server reaches what the browser sees under `issuer`, when that differs. */
  reachedAt?: string | undefined
  timeoutMs?: number | undefined
}

const PROVIDER = 'google'
/** Names fill a form that the person sees; the address is only taken over when it is verified. */
const SCOPE = 'openid email profile'
const FRESH_MS = 3_600_000

/** Google's wire is OpenID Connect (providers 7): code flow with PKCE, state and nonce; ID token checked to its signature. */
export function googleIdentities(settings: GoogleSettings): Identities {
  const configuration = rememberedConfiguration(settings)
  return {
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
        // A shared computer: ask which account, also when only one is signed in there.
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
      // Google puts the profile into the ID token; the standard lets a provider keep it for userinfo.
      const told = claims.email === undefined ? await profileOf(config, tokens.access_token, claims.sub) : claims
      return personIn({ ...told, sub: claims.sub })
    },
    async personOf(accessToken) {
      const config = await configuration()
      const info = await tokenInfo(settings, accessToken)
      return personIn({ ...info, ...(await profileOf(config, accessToken, info.sub)) })
    },
  }
}

/** The provider's discovery document, once an hour; a failure is not remembered. */
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

/** Every exchange of the library is bounded as ours are: by the deadline, to 1 MB, without redirects. */
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

/** Access tokens are opaque: whom one was issued to, only Google can say. */
async function tokenInfo({ tokenInfoUrl, clientId, timeoutMs = PROVIDER_TIMEOUT_MS }: GoogleSettings, token: string) {
  const url = `${tokenInfoUrl}?${new URLSearchParams({ access_token: token })}`
  const until = within(timeoutMs)
  const { status, body } = await exchange({ provider: PROVIDER, method: 'GET', url, headers: {}, until })
  if (status !== 200) throw new IdentityRefused('not a live token')
  const info = readAnswer(PROVIDER, TokenInfo, body)
  // Any other application's token would sign its bearer in here.
  if (info.aud !== clientId) throw new IdentityRefused('issued to another application')
  if (!(Number(info.expires_in) > 0)) throw new IdentityRefused('expired')
  return info
}

/** Names are a convenience: a token without the scope for them still says who it is. */
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

function personIn(told: object): SocialPerson {
  const person = readAnswer(PROVIDER, Told, told)
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
  // Our own key is refused: that says nothing about the person.
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_client') return true
  return isDown(error.cause)
}

/** The library says what did not fit; that it did not is all that matters here. Its messages may quote tokens. */
function explain(error: unknown): never {
  if (isDown(error)) return down(error)
  throw new IdentityRefused('what came back does not vouch for anybody')
}
