import { SCOPES, type Scope } from '@cuida/core/kit/scope.ts'
import OAuth2Server, { type Client, OAuthError, type User } from '@node-oauth/oauth2-server'
import type { FastifyInstance } from 'fastify'
import { hashOf } from '../../kit/crypto/secrets.ts'
import { Refusal } from '../../kit/http/refusal.ts'
import { clientAddressOf } from '../../kit/limit/client-address.ts'
import { countUse } from '../../kit/limit/rate-limit.ts'
import type { Services } from '../../services.ts'
import { useSecret } from './api-key-store.ts'

/** A program asks for a token every few minutes. */
const TOKENS_PER_ADDRESS = { name: 'oauth tokens', most: 60, seconds: 900 }
const LIFE_SECONDS = 300
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface KeyClient extends Client {
  scopes: readonly Scope[]
}

/** `POST /v1/oauth/token`: a token for an API key by the client credentials grant of OAuth 2.0 (RFC 6749, section 4.4). */
export const oauthRoutes = (services: Services) => async (app: FastifyInstance) => {
  const { db, secrets, tokens } = services
  const server = new OAuth2Server({
    accessTokenLifetime: LIFE_SECONDS,
    model: {
      async getClient(id: string, secret: string | null) {
        const scopes = UUID.test(id) && secret ? await useSecret(db, id, hashOf(secret)) : undefined
        return scopes && ({ id, grants: ['client_credentials'], scopes } satisfies KeyClient)
      },
      getUserFromClient: async ({ id }: Client): Promise<User> => ({ id }),
      async validateScope(_user: User, client: Client, wanted: string[] | undefined) {
        const { scopes } = client as KeyClient
        if (!wanted || wanted.length === 0) return [...scopes]
        return wanted.every((scope) => scopes.some((one) => one === scope)) ? wanted : false
      },
      generateAccessToken: ({ id }: Client, _user: User, scopes: string[]) =>
        tokens.sign('machine', { subject: id, scopes: SCOPES.filter((scope) => scopes.includes(scope)) }),
      saveToken: async (token, client, user) => ({ ...token, client, user }),
      getAccessToken: async () => undefined,
    } as OAuth2Server.ClientCredentialsModel,
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.post('/v1/oauth/token', { bodyLimit: 4_096 }, async (request, reply) => {
    const { over, retryAfter } = await countUse(db, secrets, TOKENS_PER_ADDRESS, clientAddressOf(request))
    if (over) throw new Refusal('RATE_LIMITED', 429, { retryAfter })
    const { headers, body } = request
    // The library demands the length of the body, which the parser has used up.
    const length = String(headers['content-length'] ?? '1')
    const question = new OAuth2Server.Request({
      method: 'POST',
      query: {},
      headers: {
        'content-type': headers['content-type'] ?? '',
        'content-length': length,
        ...(headers.authorization ? { authorization: headers.authorization } : {}),
      },
      body,
    })
    const answer = new OAuth2Server.Response({})
    try {
      await server.token(question, answer)
    } catch (error) {
      if (!(error instanceof OAuthError) || error.code >= 500) throw error
    }
    return reply
      .code(answer.status ?? 400)
      .headers({ ...answer.headers, 'cache-control': 'no-store' })
      .send(answer.body)
  })
}
