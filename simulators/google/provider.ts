import { generateKeyPairSync } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { Adapter, AdapterPayload, JWK } from 'oidc-provider'
import type { SimulatorContext } from '../kit/context.ts'
import type { Collection, Store } from '../kit/store.ts'
import { clientsOf } from './clients.ts'
import { claimsOf, findPerson } from './people.ts'

const CODE_S = 300
const TOKEN_S = 3_599
const KEPT = 500

export const GOOGLE_PREFIX = '/simulators/google'
export const issuerOf = ({ publicUrl }: SimulatorContext): string => publicUrl + GOOGLE_PREFIX

/** Loaded and given its key on the first request, because both are slow. */
export function openIdProvider(context: SimulatorContext): () => Promise<Provider> {
  let opened: Promise<Provider> | undefined
  const open = async () => {
    const { default: OpenIdProvider } = await import('oidc-provider')
    return new OpenIdProvider(issuerOf(context), {
      adapter: (model) => adapterOf(context.store.collection(`google-${model}`)),
      clients: clientsOf(context).map(({ id, secret, redirectUri }) => ({
        client_id: id,
        client_secret: secret,
        redirect_uris: [redirectUri],
      })),
      clientAuthMethods: ['client_secret_post', 'client_secret_basic'],
      claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
      // Google puts the profile claims into the ID token; the standard puts them into userinfo.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      findAccount: (_context, id) => {
        const person = findPerson(id)
        return person && { accountId: id, claims: () => claimsOf(person) }
      },
      jwks: { keys: [signingKey(context.store)] },
      pkce: { required: () => true },
      responseTypes: ['code'],
      routes: { authorization: '/authorize', jwks: '/certs', token: '/token', userinfo: '/userinfo' },
      ttl: { AccessToken: TOKEN_S, AuthorizationCode: CODE_S, Grant: TOKEN_S, IdToken: TOKEN_S },
    })
  }
  return () => {
    opened ??= open().then((provider) => {
      // Behind the API's proxy, which forwards the browser's origin.
      provider.proxy = true
      return provider
    })
    return opened
  }
}

/** Issues an authorization code for the chosen person, as the provider's own pages would. */
export async function issueCode(
  provider: Provider,
  subject: string,
  authRequest: Record<string, string>,
): Promise<string> {
  const { client_id = '', redirect_uri = '', code_challenge = '', nonce = '', scope = '' } = authRequest
  const client = await provider.Client.find(client_id)
  if (!client) throw new Error('the client is not registered')
  const grant = new provider.Grant({ accountId: subject, clientId: client_id })
  grant.addOIDCScope(scope)
  return new provider.AuthorizationCode({
    accountId: subject,
    client,
    grantId: await grant.save(),
    redirectUri: redirect_uri,
    codeChallenge: code_challenge,
    codeChallengeMethod: 'S256',
    nonce,
    scope,
    authTime: Math.floor(Date.now() / 1_000),
    gty: 'authorization_code',
  } as never).save()
}

function adapterOf(records: Collection<AdapterPayload>): Adapter {
  records.keep(KEPT)
  const find = async (id: string) => records.get(id)
  return {
    find,
    upsert: async (id, payload) => records.put(id, payload, payload.grantId),
    consume: async (id) => records.put(id, { ...records.get(id), consumed: Math.floor(Date.now() / 1_000) }),
    destroy: async (id) => records.remove(id),
    revokeByGrantId: async (grantId) => {
      for (const { jti } of records.having(grantId)) if (jti) records.remove(jti)
    },
    findByUid: find,
    findByUserCode: find,
  }
}

/** RS256, as Google signs. */
function signingKey(store: Store): JWK {
  const settings = store.collection<JWK>('setting')
  const jwk = settings.get('google-jwk') ?? {
    ...(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as JWK),
    alg: 'RS256',
    use: 'sig',
  }
  settings.put('google-jwk', jwk)
  return jwk
}
