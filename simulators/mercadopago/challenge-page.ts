import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf, textOf } from '../kit/fields.ts'
import { html, type Markup, page, readerLanguage } from '../kit/page.ts'
import { type Account, findPayment, savePayment } from './account.ts'
import { applyChallengeAnswer, isChallengePending, readChallengeId } from './challenge.ts'
import { MercadoPagoError, type Payment } from './wire.ts'

const messages = {
  'pt-BR': {
    title: 'Seu banco quer ter certeza de que é você',
    intro: 'Esta página faz o papel do seu banco. Nenhum dinheiro se move.',
    amount: 'Valor',
    shop: 'Loja',
    confirm: 'Confirmar',
    refuse: 'Recusar',
    done: 'Pronto. Volte para a loja.',
  },
  es: {
    title: 'Tu banco quiere asegurarse de que eres tú',
    intro: 'Esta página hace de banco. No se mueve dinero.',
    amount: 'Importe',
    shop: 'Comercio',
    confirm: 'Confirmar',
    refuse: 'Rechazar',
    done: 'Listo. Vuelve al comercio.',
  },
  en: {
    title: 'Your bank wants to make sure it is you',
    intro: 'This page stands in for your bank. No money moves.',
    amount: 'Amount',
    shop: 'Shop',
    confirm: 'Confirm',
    refuse: 'Refuse',
    done: 'Done. Go back to the shop.',
  },
}
type Language = keyof typeof messages

const browser = { config: { serves: 'browser' } }
/** The message of the provider's page to its parent when the bank is done; it does not contain the outcome. */
const TELLS = "window.parent.postMessage({ status: 'COMPLETE' }, '*')"
const HASH = createHash('sha256').update(TELLS).digest('base64')

/** The bank's 3-D Secure page in a frame of the shop: as in real ones it opens only with a posted `creq`. */
export function challengePages(app: FastifyInstance, account: Account): void {
  app.post('/3ds', browser, async (request, reply) => {
    const id = readChallengeId(textOf(fieldsOf(request.body).creq))
    const payment = id && account.payments.list().find(({ challenge }) => challenge?.id === id)
    if (!payment) throw new MercadoPagoError(400, 'no such challenge')
    return send(request, reply, (language) =>
      isChallengePending(payment) ? question(payment, language) : over(language),
    )
  })
  app.post<{ Params: { id: string } }>('/3ds/:id', browser, async (request, reply) => {
    const payment = findPayment(account, request.params.id)
    const confirms = fieldsOf(request.body).act === 'confirm'
    savePayment(account, applyChallengeAnswer(payment, confirms, account.context.now()), 'payment.updated')
    return send(request, reply, over)
  })
}

function send(request: FastifyRequest, reply: FastifyReply, body: (language: Language) => Markup): FastifyReply {
  const language = readerLanguage<Language>(request.headers['accept-language'], ['en', 'es', 'pt-BR'], 'en')
  return reply
    .header('content-security-policy', `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${HASH}'`)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page({ lang: language, title: messages[language].title, body: body(language) }))
}

function question({ id, amount, description }: Payment, language: Language): Markup {
  const labels = messages[language]
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' }).format(amount / 100)
  return html`<h1>${labels.title}</h1><p class="faint">${labels.intro}</p>
<form method="post" action="/simulators/mercadopago/3ds/${id}" class="card"><p>${labels.shop}: <strong>Cuida</strong>${description ? ` · ${description}` : ''}</p>
<p>${labels.amount}: <strong>${money}</strong></p>
<button class="main" name="act" value="confirm">${labels.confirm}</button><button name="act" value="refuse">${labels.refuse}</button></form>`
}

const over = (language: Language): Markup =>
  html`<h1>${messages[language].done}</h1>${{ markup: `<script>${TELLS}</script>` }}`
