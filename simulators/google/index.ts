import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import inject from 'light-my-request'
import type Provider from 'oidc-provider'
import { applyFaults } from '../kit/apply-faults.ts'
import type { SimulatorContext } from '../kit/context.ts'
import { type Fields, fieldsOf, textOf } from '../kit/fields.ts'
import { html, page, readerLanguage } from '../kit/page.ts'
import { clientsOf } from './clients.ts'
import { claimsOf, findPerson, people } from './people.ts'
import { GOOGLE_PREFIX, issueCode, issuerOf, openIdProvider } from './provider.ts'

const messages = {
  en: {
    title: 'Choose an account',
    intro: 'This page stands in for Google. Nobody is asked for a password.',
    unverified: 'address not verified',
    cancel: 'Cancel',
    wrong: 'This request cannot be served',
  },
  es: {
    title: 'Elige una cuenta',
    intro: 'Esta página hace de Google. No se pide contraseña a nadie.',
    unverified: 'correo sin verificar',
    cancel: 'Cancelar',
    wrong: 'No se puede atender esta petición',
  },
  'pt-BR': {
    title: 'Escolha uma conta',
    intro: 'Esta página faz o papel do Google. Nenhuma senha é pedida.',
    unverified: 'e-mail não verificado',
    cancel: 'Cancelar',
    wrong: 'Não é possível atender a este pedido',
  },
}

const browser = { config: { serves: 'browser' } }

const send = (reply: FastifyReply, markup: string): FastifyReply =>
  reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(markup)

const languageOf = ({ headers }: FastifyRequest): Language =>
  readerLanguage<Language>(headers['accept-language'], ['en', 'es', 'pt-BR'], 'en')

/**
 * Google: a certified OpenID Connect provider (`oidc-provider`) with an account chooser, and Google's own `tokeninfo`
 * (providers 7). The issuer is the address that the browser sees.
 */
export const googleSimulator = (context: SimulatorContext) => async (app: FastifyInstance) => {
  const issuer = new URL(issuerOf(context))
  const provider = openIdProvider(context)
  applyFaults(app, context.faults, 'google', { error: 'server_error' })
  consentPage(app, context, provider)

  /** Its responses go through Fastify, so that faults apply to them. */
  const forward = async (request: FastifyRequest) => {
    const handle = (await provider()).callback()
    const headers = { ...request.headers, host: issuer.host, 'x-forwarded-proto': issuer.protocol.slice(0, -1) }
    delete headers['content-length']
    return inject(
      (req, res) => void handle(Object.assign(req, { originalUrl: GOOGLE_PREFIX + req.url }) as never, res as never),
      {
        method: request.method as 'GET',
        url: request.url.slice(GOOGLE_PREFIX.length),
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
    // Only at this endpoint Google writes numbers and booleans as strings.
    const expires_in = String(exp - Math.floor(Date.now() / 1_000))
    return { ...known, exp: String(exp), expires_in, email_verified: String(email_verified) }
  })
}

type Language = keyof typeof messages

/**
 * Google's account chooser. It requires every parameter that a careful client sends, because our adapter must send
 * them.
 */
function consentPage(app: FastifyInstance, context: SimulatorContext, provider: () => Promise<Provider>): void {
  app.get('/authorize', browser, async (request, reply) => {
    const authRequest = fieldsOf(request.query)
    return answerProblem(context, authRequest, request, reply) ?? send(reply, choice(authRequest, languageOf(request)))
  })
  app.post('/authorize', browser, async (request, reply) => {
    const { person, ...asked } = fieldsOf(request.body)
    const problem = answerProblem(context, asked, request, reply)
    if (problem) return problem
    const selectedPerson = findPerson(person)
    if (!selectedPerson) return goBack(context, reply, asked, { error: 'access_denied' })
    const code = await issueCode(await provider(), selectedPerson.subject, asked as Record<string, string>)
    return goBack(context, reply, asked, { code, scope: String(asked.scope) })
  })
}

/**
 * An unknown client or redirect URI gets an error page without a redirect: otherwise this would be an open redirect.
 */
function answerProblem(context: SimulatorContext, authRequest: Fields, request: FastifyRequest, reply: FastifyReply) {
  const client = clientsOf(context).find(({ id }) => id === authRequest.client_id)
  if (!client || client.redirectUri !== authRequest.redirect_uri) {
    const language = languageOf(request)
    const body = html`<h1>${messages[language].wrong}</h1><p><code>redirect_uri_mismatch</code></p>`
    return send(reply.code(400), page({ lang: language, title: messages[language].wrong, body }))
  }
  const missing = problemOf(authRequest)
  return missing && goBack(context, reply, authRequest, { error: 'invalid_request', error_description: missing })
}

function problemOf(authRequest: Fields): string | undefined {
  if (authRequest.response_type !== 'code') return 'response_type must be code'
  if (!textOf(authRequest.scope)?.split(' ').includes('openid')) return 'scope must contain openid'
  if (!textOf(authRequest.state)) return 'state is missing'
  if (!textOf(authRequest.nonce)) return 'nonce is missing'
  if (authRequest.code_challenge_method !== 'S256') return 'code_challenge_method must be S256'
  return /^[\w-]{43}$/.test(textOf(authRequest.code_challenge) ?? '') ? undefined : 'code_challenge is malformed'
}

function goBack(
  context: SimulatorContext,
  reply: FastifyReply,
  authRequest: Fields,
  answer: Record<string, string>,
): FastifyReply {
  const state = textOf(authRequest.state)
  const query = new URLSearchParams({ ...(state ? { state } : {}), iss: issuerOf(context), ...answer })
  return reply.redirect(`${String(authRequest.redirect_uri)}?${query}`, 303)
}

function choice(authRequest: Fields, language: Language): string {
  const labels = messages[language]
  const hidden = Object.entries(authRequest).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`,
  )
  const buttons = people.map(({ subject, email, emailVerified, givenName = '', familyName = '' }) => {
    const name = `${givenName} ${familyName}`.trim()
    const address = html`<span class="faint">${email}${emailVerified ? '' : ` (${labels.unverified})`}</span>`
    const label = name ? html`${name}<br>${address}` : address
    return html`<button name="person" value="${subject}">${label}</button>`
  })
  const body = html`<h1>${labels.title}</h1><p class="faint">${labels.intro}</p>
<form method="post" class="card">${hidden}${buttons}<button name="person" value="">${labels.cancel}</button></form>`
  return page({ lang: language, title: labels.title, body })
}
