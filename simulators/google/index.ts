import type { FastifyInstance, FastifyRequest } from 'fastify'
import inject from 'light-my-request'
import { fieldsOf, textOf } from '../kit/fields.ts'
import { misbehave } from '../kit/misbehave.ts'
import type { World } from '../kit/world.ts'
import { consentPage } from './consent-page.ts'
import { claimsOf, findPerson } from './people.ts'
import { issuerOf, openIdProvider, PREFIX } from './provider.ts'

/**
 * Google: a certified OpenID Connect provider (`oidc-provider`) with a page of accounts, and Google's own `tokeninfo`
 * (providers 7). The issuer is where a browser sees it.
 */
export const googleSimulator = (world: World) => async (app: FastifyInstance) => {
  const issuer = new URL(issuerOf(world))
  const provider = openIdProvider(world)
  misbehave(app, world.faults, 'google', { error: 'server_error' })
  consentPage(app, world, provider)

  /** Its answers go through Fastify, where faults spoil them. */
  const forward = async (request: FastifyRequest) => {
    const handle = (await provider()).callback()
    const headers = { ...request.headers, host: issuer.host, 'x-forwarded-proto': issuer.protocol.slice(0, -1) }
    delete headers['content-length']
    return inject(
      (req, res) => void handle(Object.assign(req, { originalUrl: PREFIX + req.url }) as never, res as never),
      {
        method: request.method as 'GET',
        url: request.url.slice(PREFIX.length),
        headers,
        ...(request.body ? { payload: new URLSearchParams(fieldsOf(request.body) as never).toString() } : {}),
      },
    )
  }
  const serve = (method: 'GET' | 'POST', url: string, config: object = {}) =>
    app.route({
      method,
      url,
      config,
      async handler(request, reply) {
        const { statusCode, headers, payload } = await forward(request)
        for (const name of ['content-type', 'cache-control', 'www-authenticate'])
          if (headers[name]) reply.header(name, headers[name])
        return reply.code(statusCode).send(payload)
      },
    })
  serve('GET', '/.well-known/openid-configuration')
  serve('GET', '/certs')
  serve('GET', '/userinfo')
  serve('POST', '/token', { serves: 'effect' })

  app.get('/tokeninfo', async ({ query }, reply) => {
    const token = await (await provider()).AccessToken.find(textOf(fieldsOf(query).access_token) ?? '')
    const person = findPerson(token?.accountId)
    if (!token?.exp || !person)
      return reply.code(400).send({ error: 'invalid_token', error_description: 'Invalid Value' })
    const { email, email_verified } = claimsOf(person)
    const { clientId, accountId: sub, scope, exp } = token
    const known = { azp: clientId, aud: clientId, sub, scope, access_type: 'online', email }
    // Here, and only here, Google writes numbers and truth as text.
    const expires_in = String(exp - Math.floor(Date.now() / 1_000))
    return { ...known, exp: String(exp), expires_in, email_verified: String(email_verified) }
  })
}
