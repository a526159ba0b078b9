import type { FastifyInstance } from 'fastify'
import { fieldsOf } from '../kit/fields.ts'
import { html, page, readerLanguage } from '../kit/page.ts'
import { answerChallenge, findPayment } from './account.ts'
import type { Account } from './account-shape.ts'
import type { Payment } from './wire.ts'

const messages = {
  en: {
    title: 'Your bank wants to make sure it is you',
    intro: 'This page stands in for your bank. No money moves.',
    amount: 'Amount',
    merchant: 'Shop',
    code: 'Code that your bank sent you (any digits will do)',
    authorise: 'Authorise',
    refuse: 'Refuse',
    done: 'This payment has already been answered.',
    waiting: 'This payment is still waiting for a card.',
    back: 'Go back',
  },
  es: {
    title: 'Tu banco quiere asegurarse de que eres tú',
    intro: 'Esta página hace de banco. No se mueve dinero.',
    amount: 'Importe',
    merchant: 'Comercio',
    code: 'Código que te ha enviado tu banco (vale cualquier número)',
    authorise: 'Autorizar',
    refuse: 'Rechazar',
    done: 'Este pago ya tiene respuesta.',
    waiting: 'Este pago aún espera una tarjeta.',
    back: 'Volver',
  },
}
type Language = keyof typeof messages

/** The bank's 3-D Secure page: the patient authorises or declines, and returns to the merchant's URL. */
export function challengePage(app: FastifyInstance, account: Account): void {
  app.get<{ Params: { id: string } }>('/3ds/:id', { config: { serves: 'browser' } }, async (request, reply) => {
    const payment = findPayment(account, request.params.id)
    const language = readerLanguage<Language>(request.headers['accept-language'], ['en', 'es'], 'en')
    const body = payment.nextAction?.type === 'CHALLENGE' ? question(payment, language) : answered(payment, language)
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page({ lang: language, title: messages[language].title, body }))
  })
  app.post<{ Params: { id: string } }>('/3ds/:id', { config: { serves: 'browser' } }, async (request, reply) => {
    const authorised = fieldsOf(request.body).decision === 'authorise'
    const payment = answerChallenge(account, request.params.id, authorised)
    return reply.redirect(wayBack(payment) ?? `/simulators/monei/3ds/${payment.id}`, 303)
  })
}

const wayBack = ({ status, private: { completeUrl, failUrl } }: Payment): string | undefined =>
  status === 'SUCCEEDED' ? completeUrl : (failUrl ?? completeUrl)

function question(payment: Payment, language: Language) {
  const labels = messages[language]
  const amount = new Intl.NumberFormat(language, { style: 'currency', currency: payment.currency })
  return html`<h1>${labels.title}</h1><p class="faint">${labels.intro}</p>
<form method="post" class="card">
<p>${labels.merchant}: <strong>Cuida</strong>${payment.description ? ` · ${payment.description}` : ''}</p>
<p>${labels.amount}: <strong>${amount.format(payment.amount / 100)}</strong></p>
<label for="code">${labels.code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12">
<button class="main" name="decision" value="authorise">${labels.authorise}</button>
<button name="decision" value="refuse">${labels.refuse}</button>
</form>`
}

function answered(payment: Payment, language: Language) {
  const labels = messages[language]
  const back = wayBack(payment)
  const title = payment.nextAction?.type === 'CONFIRM' ? labels.waiting : labels.done
  return html`<h1>${title}</h1>${back ? html`<p><a href="${back}">${labels.back}</a></p>` : html``}`
}
