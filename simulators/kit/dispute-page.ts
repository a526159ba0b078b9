import type { FastifyReply, FastifyRequest } from 'fastify'
import { html, type Markup, page, readerLanguage } from './page.ts'

const messages = {
  'pt-BR': {
    title: 'O banco de quem pagou: contestar um pagamento',
    intro: 'Esta página faz o papel do banco de quem pagou e do provedor. Nenhum dinheiro se move.',
    none: 'Não há nenhum pagamento que possa ser contestado.',
    acts: {
      mediate: 'Abrir uma mediação',
      agree: 'Terminar a mediação: fica com quem vendeu',
      giveBack: 'Terminar a mediação: devolver',
      open: 'Abrir um chargeback',
      answer: 'Receber as provas',
      win: 'Decidir: fica com quem vendeu',
      lose: 'Decidir: perdido',
    },
  },
  es: {
    title: 'El banco de quien pagó: reclamar un pago',
    intro: 'Esta página hace del banco de quien pagó y del proveedor. No se mueve dinero.',
    none: 'No hay ningún pago que se pueda reclamar.',
    acts: {
      mediate: 'Abrir una mediación',
      agree: 'Terminar la mediación: para quien vendió',
      giveBack: 'Terminar la mediación: devolver',
      open: 'Abrir un contracargo',
      answer: 'Recibir las pruebas',
      win: 'Decidir: para quien vendió',
      lose: 'Decidir: perdido',
    },
  },
  en: {
    title: "The payer's bank: dispute a payment",
    intro: "This page stands in for the payer's bank and the provider. No money moves.",
    none: 'There is no payment that could be disputed.',
    acts: {
      mediate: 'Open a mediation',
      agree: 'End the mediation: the seller keeps it',
      giveBack: 'End the mediation: give it back',
      open: 'Open a chargeback',
      answer: 'Receive the evidence',
      win: 'Decide: the seller keeps it',
      lose: 'Decide: lost',
    },
  },
}
type Language = keyof typeof messages
export type DisputeAction = keyof (typeof messages)['en']['acts']

export interface DisputablePayment {
  id: string
  /** What identifies the payment to a person. */
  title: string
  amount: number
  currency: string
  state: string
  acts: readonly DisputeAction[]
}

/** The possible dispute actions of each payment, for people and for tests. */
export function sendDisputePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, lines }: { path: string; lines: readonly DisputablePayment[] },
): FastifyReply {
  const language = readerLanguage<Language>(request.headers['accept-language'], ['en', 'es', 'pt-BR'], 'en')
  const labels = messages[language]
  const rows = lines.map((line) => row(line, path, language))
  const body = html`<h1>${labels.title}</h1><p class="faint">${labels.intro}</p>
${rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p>${labels.none}</p>`}`
  return reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'")
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page({ lang: language, title: labels.title, body }))
}

function row(
  { id, title, amount, currency, state, acts }: DisputablePayment,
  path: string,
  language: Language,
): Markup {
  const money = new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount / 100)
  const buttons = acts.map((act) => html`<button name="act" value="${act}">${messages[language].acts[act]}</button>`)
  return html`<li><form method="post" action="${path}/${id}"><p><strong>${money}</strong> · ${title}</p>
<p class="faint">${id} · ${state}</p>${buttons}</form></li>`
}
