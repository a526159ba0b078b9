import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { type Fields, fieldsOf, textOf } from '../kit/fields.ts'
import { html, page, readerLanguage } from '../kit/page.ts'
import type { World } from '../kit/world.ts'
import { clientsOf } from './clients.ts'
import { findPerson, people } from './people.ts'
import { issueCode, issuerOf } from './provider.ts'

const words = {
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
type Language = keyof typeof words

const browser = { config: { serves: 'browser' } }

/** Google's page of accounts: strict about what a careful application sends, since our adapter must be one. */
export function consentPage(app: FastifyInstance, world: World, provider: () => Promise<Provider>): void {
  app.get('/authorize', browser, async (request, reply) => {
    const asked = fieldsOf(request.query)
    return answerProblem(world, asked, request, reply) ?? send(reply, choice(asked, languageOf(request)))
  })
  app.post('/authorize', browser, async (request, reply) => {
    const { person, ...asked } = fieldsOf(request.body)
    const problem = answerProblem(world, asked, request, reply)
    if (problem) return problem
    const chosen = findPerson(person)
    if (!chosen) return goBack(world, reply, asked, { error: 'access_denied' })
    const code = await issueCode(await provider(), chosen.subject, asked as Record<string, string>)
    return goBack(world, reply, asked, { code, scope: String(asked.scope) })
  })
}

/** Whoever names another client or another way back is not sent there: that would be an open redirect. */
function answerProblem(world: World, asked: Fields, request: FastifyRequest, reply: FastifyReply) {
  const client = clientsOf(world).find(({ id }) => id === asked.client_id)
  if (!client || client.redirectUri !== asked.redirect_uri) {
    const language = languageOf(request)
    const body = html`<h1>${words[language].wrong}</h1><p><code>redirect_uri_mismatch</code></p>`
    return send(reply.code(400), page({ lang: language, title: words[language].wrong, body }))
  }
  const missing = problemOf(asked)
  return missing && goBack(world, reply, asked, { error: 'invalid_request', error_description: missing })
}

function problemOf(asked: Fields): string | undefined {
  if (asked.response_type !== 'code') return 'response_type must be code'
  if (!textOf(asked.scope)?.split(' ').includes('openid')) return 'scope must contain openid'
  if (!textOf(asked.state)) return 'state is missing'
  if (!textOf(asked.nonce)) return 'nonce is missing'
  if (asked.code_challenge_method !== 'S256') return 'code_challenge_method must be S256'
  return /^[\w-]{43}$/.test(textOf(asked.code_challenge) ?? '') ? undefined : 'code_challenge is malformed'
}

function goBack(world: World, reply: FastifyReply, asked: Fields, answer: Record<string, string>): FastifyReply {
  const state = textOf(asked.state)
  const query = new URLSearchParams({ ...(state ? { state } : {}), iss: issuerOf(world), ...answer })
  return reply.redirect(`${String(asked.redirect_uri)}?${query}`, 303)
}

function choice(asked: Fields, language: Language): string {
  const word = words[language]
  const hidden = Object.entries(asked).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}">`,
  )
  const buttons = people.map(({ subject, email, emailVerified, givenName = '', familyName = '' }) => {
    const name = `${givenName} ${familyName}`.trim()
    const address = html`<span class="faint">${email}${emailVerified ? '' : ` (${word.unverified})`}</span>`
    const face = name ? html`${name}<br>${address}` : address
    return html`<button name="person" value="${subject}">${face}</button>`
  })
  const body = html`<h1>${word.title}</h1><p class="faint">${word.intro}</p>
<form method="post" class="card">${hidden}${buttons}<button name="person" value="">${word.cancel}</button></form>`
  return page({ lang: language, title: word.title, body })
}

const send = (reply: FastifyReply, markup: string): FastifyReply =>
  reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(markup)

const languageOf = ({ headers }: FastifyRequest): Language =>
  readerLanguage<Language>(headers['accept-language'], ['en', 'es', 'pt-BR'], 'en')
