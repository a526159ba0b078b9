import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Fields, fieldsOf, textOf } from '../kit/fields.ts'
import { misbehave } from '../kit/misbehave.ts'
import type { World } from '../kit/world.ts'
import { clientsOf } from './clients.ts'
import { consentPage } from './consent-page.ts'
import { claimsOf, findPerson } from './people.ts'
import { createGoogleTokens, type GoogleTokens, type Grant, type Issued, newSecret } from './tokens.ts'

class OAuthError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, description: string) {
    super(description)
    this.status = status
    this.code = code
  }
}

const TOKEN_S = 3_599

/** Google: OpenID Connect with its own `tokeninfo` (providers 7). The issuer is where a browser sees it. */
export const googleTwin = (world: World) => async (app: FastifyInstance) => {
  const tokens = createGoogleTokens(world.store)
  const issuer = `${world.publicUrl}/twins/google`
  misbehave(app, world.faults, 'google', { error: 'server_error' })
  app.setErrorHandler((error, _request, reply) => {
    const { status, code, message } = error instanceof OAuthError ? error : new OAuthError(500, 'server_error', '')
    return reply.code(status).send({ error: code, error_description: message })
  })
  consentPage(app, world, tokens)
  app.get('/.well-known/openid-configuration', async () => discovery(issuer))
  app.get('/certs', async () => tokens.jwks())
  app.post('/token', { config: { serves: 'effect' } }, async (request) => {
    const grant = redeem(world, tokens, request)
    return answerTokens(world, tokens, issuer, grant)
  })
  app.get('/userinfo', async ({ headers }) => {
    const { subject } = live(world, tokens, headers.authorization?.replace(/^Bearer /, ''))
    return claimsOf(findPerson(subject) ?? gone())
  })
  app.get('/tokeninfo', async ({ query }) => {
    const { subject, audience, scope, expiresAt } = live(world, tokens, textOf(fieldsOf(query).access_token), 400)
    const { email, email_verified } = claimsOf(findPerson(subject) ?? gone())
    const seconds = Math.floor((expiresAt - world.now().getTime()) / 1_000)
    const known = { azp: audience, aud: audience, sub: subject, scope, access_type: 'online' }
    // Here, and only here, Google writes numbers and truth as text.
    const exp = String(Math.floor(expiresAt / 1_000))
    return { ...known, exp, expires_in: String(seconds), email, email_verified: String(email_verified) }
  })
}

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/certs`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: ['openid', 'email', 'profile'],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  code_challenge_methods_supported: ['plain', 'S256'],
})

/** A code opens once, for the client it was given to, that comes with the verifier of its challenge. */
function redeem(world: World, { codes }: GoogleTokens, request: FastifyRequest): Grant {
  const sent = fieldsOf(request.body)
  const clientId = authenticate(world, sent, request.headers.authorization)
  if (sent.grant_type !== 'authorization_code') throw new OAuthError(400, 'unsupported_grant_type', 'Not served here')
  const code = textOf(sent.code) ?? ''
  const grant = codes.get(code)
  codes.remove(code)
  const challenge = createHash('sha256')
    .update(textOf(sent.code_verifier) ?? '')
    .digest('base64url')
  const fits =
    grant && grant.clientId === clientId && grant.redirectUri === sent.redirect_uri && grant.challenge === challenge
  if (!fits || grant.expiresAt < world.now().getTime()) throw new OAuthError(400, 'invalid_grant', 'Bad Request')
  return grant
}

function authenticate(world: World, sent: Fields, authorization: string | undefined): string {
  const client = clientsOf(world).find(({ id, secret }) => {
    const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    return (sent.client_id === id && sent.client_secret === secret) || authorization === basic
  })
  if (!client) throw new OAuthError(401, 'invalid_client', 'Unauthorized')
  return client.id
}

function answerTokens(world: World, tokens: GoogleTokens, issuer: string, grant: Grant) {
  const now = world.now().getTime()
  const { clientId: audience, subject, nonce, scope } = grant
  const access = newSecret('ya29.')
  tokens.issued.put(access, { subject, audience, scope, expiresAt: now + TOKEN_S * 1_000 })
  const iat = Math.floor(now / 1_000)
  const claims = { ...claimsOf(findPerson(subject) ?? gone()), iss: issuer, aud: audience, azp: audience }
  const id_token = tokens.idToken({ ...claims, nonce, iat, exp: iat + TOKEN_S })
  return { access_token: access, expires_in: TOKEN_S, scope, token_type: 'Bearer', id_token }
}

function live(world: World, { issued }: GoogleTokens, token: string | undefined, status = 401): Issued {
  const known = token ? issued.get(token) : undefined
  if (!known || known.expiresAt <= world.now().getTime()) throw new OAuthError(status, 'invalid_token', 'Invalid Value')
  return known
}

function gone(): never {
  throw new OAuthError(400, 'invalid_grant', 'Account not found')
}
