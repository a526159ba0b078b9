import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf, textOf } from '../kit/fields.ts'
import { html, type Markup, page, readerLanguage } from '../kit/page.ts'
import { type Account, changePix, currentPayment, findPayment } from './account.ts'
import { type PixAction, pixActions } from './pix.ts'
import { MercadoPagoError, type Payment } from './wire.ts'

const messages = {
  'pt-BR': {
    title: 'Seu banco: pagar com Pix',
    intro: 'Esta página faz o papel do seu banco. Nenhum dinheiro se move.',
    code: 'Código Pix (cole aqui)',
    find: 'Continuar',
    invalid: 'Este código não é válido. Confira se copiou o código inteiro.',
    waiting: 'Códigos em aberto',
    none: 'Não há nenhum código em aberto.',
    amount: 'Valor',
    to: 'Para',
    pay: 'Pagar',
    fail: 'Fazer o pagamento falhar',
    expire: 'Deixar o código vencer',
    payLate: 'Pagar mesmo assim (tarde demais)',
    states: {
      pending: 'Esperando o pagamento',
      approved: 'Pago',
      refunded: 'Devolvido',
      cancelled: 'Vencido ou cancelado',
    },
    other: 'Não pago',
  },
  es: {
    title: 'Tu banco: pagar con Pix',
    intro: 'Esta página hace de banco. No se mueve dinero.',
    code: 'Código Pix (pégalo aquí)',
    find: 'Continuar',
    invalid: 'Este código no es válido. Comprueba que lo has copiado entero.',
    waiting: 'Códigos abiertos',
    none: 'No hay ningún código abierto.',
    amount: 'Importe',
    to: 'Para',
    pay: 'Pagar',
    fail: 'Hacer que el pago falle',
    expire: 'Dejar que caduque',
    payLate: 'Pagar de todos modos (demasiado tarde)',
    states: {
      pending: 'Esperando el pago',
      approved: 'Pagado',
      refunded: 'Devuelto',
      cancelled: 'Caducado o cancelado',
    },
    other: 'Sin pagar',
  },
  en: {
    title: 'Your bank: pay by Pix',
    intro: 'This page stands in for your bank. No money moves.',
    code: 'Pix code (paste it here)',
    find: 'Continue',
    invalid: 'This code is not valid. Check that you copied all of it.',
    waiting: 'Open codes',
    none: 'There is no open code.',
    amount: 'Amount',
    to: 'To',
    pay: 'Pay',
    fail: 'Make the payment fail',
    expire: 'Let the code run out',
    payLate: 'Pay all the same (too late)',
    states: {
      pending: 'Waiting for the payment',
      approved: 'Paid',
      refunded: 'Given back',
      cancelled: 'Run out or cancelled',
    },
    other: 'Not paid',
  },
}
type Language = keyof typeof messages
type WithId = { Params: { id: string } }

const browser = { config: { serves: 'browser' } }

/** The payer's bank, for people who try Pix and for tests: paste a code, then pay it or let it fail. */
export function bankPages(app: FastifyInstance, account: Account): void {
  app.get('/pix', browser, async (request, reply) => send(request, reply, (language) => list(account, language)))
  app.post('/pix', browser, async (request, reply) => {
    const code = textOf(fieldsOf(request.body).code)?.trim()
    const found = account.payments.list().find(({ pix }) => pix !== null && pix.code === code)
    if (found) return reply.redirect(`/simulators/mercadopago/pix/${found.id}`, 303)
    return send(request, reply.code(400), (language) => list(account, language, true))
  })
  app.get<WithId>('/pix/:id', browser, async (request, reply) =>
    send(request, reply, (language) => one(findPix(account, request.params.id), language)),
  )
  app.post<WithId>('/pix/:id', browser, async (request, reply) => {
    const { act } = fieldsOf(request.body)
    const known = pixActions.find((each) => each === act)
    if (!known) throw new MercadoPagoError(400, 'no such act')
    const { id } = changePix(account, request.params.id, known)
    return reply.redirect(`/simulators/mercadopago/pix/${id}`, 303)
  })
}

function findPix(account: Account, id: string): Payment {
  const payment = findPayment(account, id)
  if (!payment.pix) throw new MercadoPagoError(404, 'Payment not found')
  return payment
}

function send(request: FastifyRequest, reply: FastifyReply, body: (language: Language) => Markup): FastifyReply {
  const language = readerLanguage<Language>(request.headers['accept-language'], ['en', 'es', 'pt-BR'], 'en')
  return reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page({ lang: language, title: messages[language].title, body: body(language) }))
}

const money = ({ amount }: Payment, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' }).format(amount / 100)

const LIMIT = 20

function list(account: Account, language: Language, wrong = false): Markup {
  const labels = messages[language]
  const open = account.payments
    .list(LIMIT)
    .flatMap((storedPayment) => (storedPayment.pix ? [currentPayment(account, storedPayment)] : []))
  const rows = open
    .filter(({ status }) => status === 'pending')
    .map(
      (payment) =>
        html`<li><a href="/simulators/mercadopago/pix/${payment.id}">${money(payment, language)}</a> · ${payment.description ?? ''}</li>`,
    )
  return html`<h1>${labels.title}</h1><p class="faint">${labels.intro}</p>
<form method="post" action="/simulators/mercadopago/pix" class="card"><label for="code">${labels.code}</label>
<input id="code" name="code" autocomplete="off" required>${wrong ? html`<p role="alert">${labels.invalid}</p>` : html``}
<button class="main">${labels.find}</button></form>
<h2>${labels.waiting}</h2>${rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p>${labels.none}</p>`}`
}

/** The possible actions on a payment in its current state. */
const actsOf = ({ status }: Payment): readonly PixAction[] =>
  status === 'pending' ? ['pay', 'fail', 'expire'] : status === 'cancelled' ? ['payLate'] : []

function one(payment: Payment, language: Language): Markup {
  const labels = messages[language]
  const states: Partial<Record<string, string>> = labels.states
  const buttons = actsOf(payment).map(
    (act, at) =>
      html`<button ${at === 0 ? html`class="main"` : html``} name="act" value="${act}">${labels[act]}</button>`,
  )
  return html`<h1>${labels.title}</h1><p class="faint">${labels.intro}</p>
<form method="post" class="card"><p>${labels.to}: <strong>Cuida</strong>${payment.description ? ` · ${payment.description}` : ''}</p>
<p>${labels.amount}: <strong>${money(payment, language)}</strong></p><p>${states[payment.status] ?? labels.other}</p>${buttons}</form>`
}
