import type { FastifyInstance } from 'fastify'
import { fieldsOf, textOf } from '../kit/fields.ts'
import { html, page, readerLanguage } from '../kit/page.ts'
import { answerChallenge, confirmPayment, findPayment, payLate } from './account.ts'
import type { Account } from './account-shape.ts'
import { makeToken } from './tokens.ts'
import type { CardToken, Payment } from './wire.ts'

const messages = {
  en: {
    title: 'Pay with {method}',
    intro: 'This page stands in for MONEI’s. No money moves.',
    merchant: 'Shop',
    phone: 'Your Bizum phone number',
    ask: 'Continue in my bank’s app',
    pay: 'Pay {amount}',
    refuse: 'Decline',
    cancel: 'Cancel',
    bank: 'Your bank’s app asks: pay {amount} to Cuida?',
    done: 'This payment has already been answered.',
    back: 'Go back',
  },
  es: {
    title: 'Pagar con {method}',
    intro: 'Esta página hace de MONEI. No se mueve dinero.',
    merchant: 'Comercio',
    phone: 'Tu teléfono de Bizum',
    ask: 'Seguir en la app de mi banco',
    pay: 'Pagar {amount}',
    refuse: 'Rechazar',
    cancel: 'Cancelar',
    bank: 'La app de tu banco pregunta: ¿pagar {amount} a Cuida?',
    done: 'Este pago ya tiene respuesta.',
    back: 'Volver',
  },
}
type Language = keyof typeof messages
type WithId = { Params: { id: string } }

const NAMES: Record<string, string> = { bizum: 'Bizum', applePay: 'Apple Pay', googlePay: 'Google Pay' }
/** What a browser's page of the provider would send. */
const CLIENT_ENV = Buffer.from('24|800|400|-60|es').toString('base64')

/**
 * MONEI's hosted page for a payment that allows one wallet: it makes a token of the wallet and confirms the payment with
 * it. For Bizum, the bank's app then asks the owner of the phone.
 */
export function walletPage(app: FastifyInstance, account: Account): void {
  const browser = { config: { serves: 'browser' } }
  app.get<WithId>('/pay/:id', browser, async ({ params, headers }, reply) => {
    const payment = findPayment(account, params.id)
    const lang = readerLanguage<Language>(headers['accept-language'], ['en', 'es'], 'en')
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page({ lang, title: fill(messages[lang].title, payment, lang), body: bodyOf(payment, lang) }))
  })
  app.post<WithId>('/pay/:id', browser, async ({ params: { id }, body }, reply) => {
    const payment = findPayment(account, id)
    const paid = decide(account, payment, fieldsOf(body))
    return reply.redirect(wayBack(paid) ?? `/simulators/monei/pay/${id}`, 303)
  })
}

/** `late` pays an ended payment; a patient who cancels leaves the payment as it is. */
function decide(account: Account, payment: Payment, sent: Record<string, unknown>): Payment | undefined {
  const { decision } = sent
  if (decision === 'cancel') return payment
  if (decision === 'late') return payLate(account, payment.id)
  if (payment.nextAction?.type === 'BIZUM_CHALLENGE')
    return answerChallenge(account, payment.id, decision === 'authorise')
  if (payment.nextAction?.type !== 'CONFIRM') return payment
  const wallet = walletOf(payment)
  const phoneNumber = textOf(sent.phone)
  const isBizum = wallet === 'bizum'
  const method = isBizum ? { phoneNumber } : { token: decision === 'authorise' ? 'signed' : 'E600' }
  const paymentToken = tokenOf(account, payment, { [wallet]: method })
  const paid = confirmPayment(account, payment.id, { paymentToken: paymentToken.token })
  return paid.nextAction ? undefined : paid
}

function tokenOf(account: Account, { id }: Payment, paymentMethod: object): CardToken {
  const token = makeToken({ paymentId: id, paymentMethod }, CLIENT_ENV, account.context.now(), () => '')
  account.tokens.put(token.token, token)
  return token
}

const walletOf = ({ private: { allowed = [] } }: Payment): string => allowed[0] ?? ''

/** undefined: the page shows its next question. */
function wayBack(payment: Payment | undefined): string | undefined {
  if (!payment) return undefined
  const { status, private: urls } = payment
  if (status === 'SUCCEEDED') return urls.completeUrl
  return (status === 'PENDING' ? urls.cancelUrl : urls.failUrl) ?? urls.completeUrl
}

function fill(text: string, payment: Payment, language: Language): string {
  const amount = new Intl.NumberFormat(language, { style: 'currency', currency: payment.currency })
  const method = NAMES[walletOf(payment)] ?? ''
  return text.replace('{method}', method).replace('{amount}', amount.format(payment.amount / 100))
}

function bodyOf(payment: Payment, language: Language) {
  const labels = messages[language]
  const say = (text: string) => fill(text, payment, language)
  const type = payment.nextAction?.type
  const asksBank = type === 'BIZUM_CHALLENGE'
  if (type !== 'CONFIRM' && !asksBank) {
    const back = wayBack(payment)
    return html`<h1>${labels.done}</h1>${back ? html`<p><a href="${back}">${labels.back}</a></p>` : html``}`
  }
  const asksPhone = walletOf(payment) === 'bizum' && !asksBank
  const phone = textOf(fieldsOf(payment.customer).phone) ?? ''
  return html`<h1>${say(labels.title)}</h1><p class="faint">${labels.intro}</p>
<form method="post" class="card">
<p>${labels.merchant}: <strong>Cuida</strong>${payment.description ? ` · ${payment.description}` : ''}</p>
${asksBank ? html`<p>${say(labels.bank)}</p>` : html``}
${asksPhone ? html`<label for="phone">${labels.phone}</label><input id="phone" name="phone" inputmode="tel" value="${phone}">` : html``}
<button class="main" name="decision" value="authorise">${asksPhone ? labels.ask : say(labels.pay)}</button>
${asksPhone ? html`` : html`<button name="decision" value="refuse">${labels.refuse}</button>`}
<button name="decision" value="cancel">${labels.cancel}</button>
</form>`
}
