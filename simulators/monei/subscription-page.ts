import type { FastifyInstance } from 'fastify'
import { createFingerprint } from '../kit/card.ts'
import { fieldsOf, textOf } from '../kit/fields.ts'
import { html, page, readerLanguage } from '../kit/page.ts'
import { cancelPayment, findPayment, saveAndNotify } from './account.ts'
import type { Account } from './account-shape.ts'
import { outcomeOf } from './cards.ts'
import { applyOutcome, methodOf } from './payment.ts'
import { DAY_SECONDS, hasEnded, publicSubscription, type Subscription } from './subscription.ts'
import { advanceClock, amountDue, findSubscription } from './subscriptions.ts'
import { readCard } from './tokens.ts'
import { MoneiError, type Payment } from './wire.ts'

type WithId = { Params: { id: string } }
const browser = { config: { serves: 'browser' } }

const messages = {
  en: {
    title: 'Your card for the subscription',
    intro: 'This page stands in for the payment provider. No money moves.',
    now: 'To pay now',
    later: 'Next charge',
    number: 'Card number',
    expiry: 'Expiry (MM/YY)',
    cvc: 'Security code',
    pay: 'Accept',
    cancel: 'Cancel',
    done: 'This page has done its work.',
    back: 'Go back',
    wrong: 'Check the card.',
  },
  es: {
    title: 'Tu tarjeta para la suscripción',
    intro: 'Esta página hace de proveedor de pagos. No se mueve dinero.',
    now: 'A pagar ahora',
    later: 'Próximo cobro',
    number: 'Número de tarjeta',
    expiry: 'Caducidad (MM/AA)',
    cvc: 'Código de seguridad',
    pay: 'Aceptar',
    cancel: 'Cancelar',
    done: 'Esta página ya ha hecho su trabajo.',
    back: 'Volver',
    wrong: 'Revisa la tarjeta.',
  },
}
type Language = keyof typeof messages

/** The provider's hosted page for a subscription's card; and the subscription's clock, for tests. */
export function subscriptionPage(app: FastifyInstance, account: Account): void {
  app.get<WithId>('/subscribe/:id', browser, async ({ params, headers }, reply) => {
    const language = readerLanguage<Language>(headers['accept-language'], ['en', 'es'], 'en')
    return sendPage(reply, language, account, findPayment(account, params.id), false)
  })
  app.post<WithId>('/subscribe/:id', browser, async ({ params, body, headers }, reply) => {
    const payment = findPayment(account, params.id)
    if (payment.nextAction?.type !== 'CONFIRM') return reply.redirect(wayBack(payment), 303)
    if (fieldsOf(body).decision === 'cancel')
      return reply.redirect(wayBack(cancelPayment(account, payment.id, {}), 'cancelUrl'), 303)
    try {
      const paid = give(account, payment, body)
      return reply.redirect(paid.nextAction?.redirectUrl ?? wayBack(paid), 303)
    } catch (error) {
      if (!(error instanceof MoneiError)) throw error
      const language = readerLanguage<Language>(headers['accept-language'], ['en', 'es'], 'en')
      return sendPage(reply.code(422), language, account, payment, true)
    }
  })
  app.post<WithId & { Body: { days?: number } }>('/subscriptions/:id/clock', browser, async ({ params, body }) =>
    publicSubscription(advanceClock(account, params.id, Math.round(Number(body.days ?? 0) * DAY_SECONDS))),
  )
}

/** Applies a card. The amount is the current one, which may differ from when the page was made. */
function give(account: Account, payment: Payment, body: unknown): Payment {
  const subscription = subscriptionOf(account, payment)
  if (hasEnded(subscription)) return cancelPayment(account, payment.id, {})
  const sent = fieldsOf(body)
  const [expMonth, expYear] = (textOf(sent.expiry) ?? '').split('/')
  const typed = { number: sent.number, expMonth, expYear, cvc: sent.cvc }
  const { card, number } = readCard(typed, account.context.now(), createFingerprint(account.context.store))
  const known = { card, outcome: outcomeOf(number) }
  const paying: Payment = {
    ...payment,
    amount: amountDue(subscription),
    paymentMethod: methodOf(known, {}),
    private: { ...payment.private, card: known },
  }
  return saveAndNotify(account, applyOutcome(paying, known.outcome, account.context.publicUrl))
}

const subscriptionOf = (account: Account, { private: { subscriptionId = '' } }: Payment): Subscription =>
  findSubscription(account, subscriptionId)

function wayBack({ status, id, private: urls }: Payment, name: 'failUrl' | 'cancelUrl' = 'failUrl'): string {
  const back = status === 'SUCCEEDED' ? urls.completeUrl : (urls[name] ?? urls.completeUrl)
  return back ?? `/simulators/monei/subscribe/${id}`
}

type Reply = { header(name: string, value: string): Reply; type(mime: string): Reply; send(body: string): unknown }

function sendPage(reply: Reply, language: Language, account: Account, payment: Payment, isWrong: boolean) {
  const labels = messages[language]
  const body =
    payment.nextAction?.type === 'CONFIRM'
      ? question(subscriptionOf(account, payment), language, isWrong)
      : html`<h1>${labels.done}</h1><p><a href="${wayBack(payment)}">${labels.back}</a></p>`
  return reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page({ lang: language, title: labels.title, body }))
}

function question(subscription: Subscription, language: Language, isWrong: boolean) {
  const labels = messages[language]
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: subscription.currency })
  const money = (amount: number) => format.format(amount / 100)
  return html`<h1>${labels.title}</h1><p class="faint">${labels.intro}</p>
${isWrong ? html`<p role="alert"><strong>${labels.wrong}</strong></p>` : html``}
<form method="post" class="card">
<p>Cuida${subscription.description ? ` · ${subscription.description}` : ''}</p>
<p>${labels.now}: <strong>${money(amountDue(subscription))}</strong></p>
<p>${labels.later}: <strong>${money(subscription.amount)}</strong></p>
<label for="number">${labels.number}</label><input id="number" name="number" inputmode="numeric" value="4444 4444 4444 4422">
<label for="expiry">${labels.expiry}</label><input id="expiry" name="expiry" value="12/34">
<label for="cvc">${labels.cvc}</label><input id="cvc" name="cvc" inputmode="numeric" value="123">
<button class="main" name="decision" value="pay">${labels.pay}</button>
<button name="decision" value="cancel">${labels.cancel}</button>
</form>`
}
