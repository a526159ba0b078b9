import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ledger, SimulatorContext } from './kit/context.ts'
import { answerFaults, type PlannedFault, type Provider, providers, webhookFaults } from './kit/faults.ts'
import type { SentMessage } from './kit/outbox.ts'
import { html, page, readerLanguage } from './kit/page.ts'
import { CHALLENGE_CARDS } from './mercadopago/challenge.ts'
import { mercadoPagoLedger } from './mercadopago/index.ts'
import { testCards as mercadoPagoCards, outcomeByName } from './mercadopago/outcomes.ts'
import { testCards as moneiCards, statusMessages } from './monei/cards.ts'
import { moneiLedger } from './monei/index.ts'
import { omieLedger } from './omie/index.ts'

const messages = {
  en: {
    title: 'Sent messages',
    intro: 'What Cuida would have sent to real phones and mailboxes. Newest first; this page renews itself.',
    none: 'Nothing has been sent yet.',
    channels: { sms: 'Text message', voice: 'Phone call', email: 'E-mail', whatsapp: 'WhatsApp', push: 'Notification' },
  },
  es: {
    title: 'Mensajes enviados',
    intro: 'Lo que Cuida habría enviado a teléfonos y buzones reales. Lo más nuevo primero; la página se renueva sola.',
    none: 'Todavía no se ha enviado nada.',
    channels: { sms: 'SMS', voice: 'Llamada', email: 'Correo', whatsapp: 'WhatsApp', push: 'Notificación' },
  },
  'pt-BR': {
    title: 'Mensagens enviadas',
    intro:
      'O que o Cuida teria enviado a telefones e caixas de entrada reais. Primeiro as mais novas; a página se renova.',
    none: 'Nada foi enviado ainda.',
    channels: { sms: 'SMS', voice: 'Ligação', email: 'E-mail', whatsapp: 'WhatsApp', push: 'Notificação' },
  },
}
type OutboxLanguage = keyof typeof messages

const SHOWN = 100
const REFRESH_SECONDS = 4

/** For people who try the demo and wait for a code. */
function outboxPage(sent: readonly SentMessage[], language: OutboxLanguage): string {
  const labels = messages[language]
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' })
  const items = sent.slice(0, SHOWN).map(
    ({ channel, to, text, at }) => html`<li><p class="faint">${labels.channels[channel]} · <strong>${to}</strong> ·
<time datetime="${at}">${time.format(new Date(at))} UTC</time></p><p class="said">${textOf(text)}</p></li>`,
  )
  const list = items.length > 0 ? html`<ol>${items}</ol>` : html`<p>${labels.none}</p>`
  const body = html`<h1>${labels.title}</h1><p class="faint">${labels.intro}</p>${list}`
  return page({ lang: language, title: labels.title, body, refresh: REFRESH_SECONDS })
}

/** Escapes the text and turns our own URLs into links. */
const textOf = (text: string) =>
  text
    .split(/(https?:\/\/[^\s]+)/)
    .flatMap((part, i) => (i % 2 === 1 ? [html`<a href="${part}">${part}</a>`] : withCodes(part)))

/** Highlights codes. */
const withCodes = (text: string) =>
  text
    .split(/(\b\d{4,8}\b)/)
    .map((part, i) => (i % 2 === 1 ? html`<strong><code>${part}</code></strong>` : html`${part}`))

const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')
const endings: Record<string, string> = {
  approve: 'pays',
  challenge: 'asks to authorise, then pays',
  'approve-once': 'pays, and is refused at a renewal',
}

/** GET /simulators: links, and the outcomes of the test cards. */
function frontPage(): string {
  const monei = moneiCards.map(({ number, outcome }) => {
    const ending = endings[outcome] ?? `${outcome} ${statusMessages[outcome] ?? ''}`
    return html`<tr><td><code>${grouped(number)}</code></td><td>${ending}</td></tr>`
  })
  const names = Object.entries(outcomeByName).map(
    ([name, { status, statusDetail }]) =>
      html`<tr><td><code>${name}</code></td><td>${status}, ${statusDetail.replaceAll('_', ' ')}</td></tr>`,
  )
  const numbers = mercadoPagoCards.map((number) => html`<li><code>${grouped(number)}</code></li>`)
  const challengeItems = Object.entries(CHALLENGE_CARDS).map(
    ([number, ends]) => html`<li><code>${grouped(number)}</code> asks in a frame, then ${ends}</li>`,
  )
  const body = html`<h1>Simulators of outside providers</h1>
<p>No message leaves this machine and no money moves.</p>
<ul><li><a href="/simulators/outbox">Sent messages and codes</a></li><li><a href="/simulators/ledger">Ledger of charges and refunds</a></li>
<li><a href="/simulators/faults">Planned faults</a></li><li><a href="/simulators/mercadopago/pix">Pay a Pix code as a bank would</a></li>
<li>Dispute a payment as its payer would: <a href="/simulators/monei/disputes">MONEI</a>, <a href="/simulators/mercadopago/disputes">Mercado Pago</a></li></ul>
<h2>MONEI test cards</h2><p class="faint">Any future expiry, any security code of three digits.</p><table>${monei}</table>
<h2>Mercado Pago test cards</h2><p class="faint">Any future expiry, 123 (Amex 1234), CPF 12345678909.</p><ul>${numbers}${challengeItems}</ul>
<p class="faint">The name on the card decides; any other name pays.</p><table>${names}</table>`
  return page({ lang: 'en', title: 'Simulators of outside providers', body })
}

const provider = { enum: providers }
const planSchema = {
  type: 'object',
  required: ['provider', 'fault'],
  additionalProperties: false,
  properties: {
    provider,
    fault: { enum: [...answerFaults, ...webhookFaults] },
    times: { type: 'integer', minimum: 1, maximum: 1000, default: 1 },
    path: { type: 'string', minLength: 1, maxLength: 200 },
    delayMs: { type: 'integer', minimum: 0, maximum: 120_000 },
  },
}

/** The control API of the simulators, for people and tests (product 8.1). */
export function controlRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { faults, outbox } = context
  app.get('/simulators', async (_request, reply) => sendPage(reply, frontPage()))
  app.get<{ Querystring: { to?: string } }>('/simulators/outbox', async (request, reply) => {
    const sent = outbox.list(recipient(request.query.to))
    reply.header('cache-control', 'no-store')
    if (!request.headers.accept?.includes('text/html')) return sent
    return sendPage(reply, outboxPage(sent, languageOf(request)))
  })
  app.get('/simulators/ledger', async () => ledgerOf(context))
  app.get('/simulators/faults', async () => faults.planned())
  app.put<{ Body: PlannedFault }>('/simulators/faults', { schema: { body: planSchema } }, async ({ body }, reply) => {
    faults.plan(body)
    return reply.send(faults.planned())
  })
  app.delete<{ Querystring: { provider?: Provider } }>(
    '/simulators/faults',
    { schema: { querystring: { type: 'object', properties: { provider } } } },
    async ({ query }) => {
      faults.clear(query.provider)
      return faults.planned()
    },
  )
}

export function ledgerOf(context: SimulatorContext): Ledger {
  const monei = moneiLedger(context)
  const mercadopago = mercadoPagoLedger(context)
  return {
    charges: [...monei.charges, ...mercadopago.charges],
    refused: [...monei.refused, ...mercadopago.refused],
    refunds: [...monei.refunds, ...mercadopago.refunds],
    savedCards: mercadopago.savedCards,
    invoices: omieLedger(context),
  }
}

/** An unencoded plus sign in `?to=+34…` arrives as a space. */
const recipient = (to: string | undefined): string | undefined => to?.replace(/^ /, '+')

const languageOf = ({ headers }: FastifyRequest): OutboxLanguage =>
  readerLanguage<OutboxLanguage>(headers['accept-language'], ['en', 'es', 'pt-BR'], 'en')

const sendPage = (reply: FastifyReply, markup: string): FastifyReply =>
  reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
    .type('text/html; charset=utf-8')
    .send(markup)
