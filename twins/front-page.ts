import { html, page } from './kit/page.ts'
import { CHALLENGED } from './mercadopago/challenge.ts'
import { testCards as mercadoPagoCards, outcomes } from './mercadopago/outcomes.ts'
import { testCards as moneiCards, statusMessages } from './monei/cards.ts'

const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')
const endings: Record<string, string> = {
  approve: 'pays',
  challenge: 'asks to authorise, then pays',
  'approve-once': 'pays, and is refused at a renewal',
}

/** GET /twins: where to look, and which cards do what. */
export function frontPage(): string {
  const monei = moneiCards.map(({ number, outcome }) => {
    const ending = endings[outcome] ?? `${outcome} ${statusMessages[outcome] ?? ''}`
    return html`<tr><td><code>${grouped(number)}</code></td><td>${ending}</td></tr>`
  })
  const names = Object.entries(outcomes).map(
    ([name, { status, statusDetail }]) =>
      html`<tr><td><code>${name}</code></td><td>${status}, ${statusDetail.replaceAll('_', ' ')}</td></tr>`,
  )
  const numbers = mercadoPagoCards.map((number) => html`<li><code>${grouped(number)}</code></li>`)
  const asked = Object.entries(CHALLENGED).map(
    ([number, ends]) => html`<li><code>${grouped(number)}</code> asks in a frame, then ${ends}</li>`,
  )
  const body = html`<h1>Stand-ins of outside providers</h1>
<p>No message leaves this machine and no money moves.</p>
<ul><li><a href="/twins/outbox">Sent messages and codes</a></li><li><a href="/twins/ledger">Ledger of charges and refunds</a></li>
<li><a href="/twins/faults">Planned faults</a></li><li><a href="/twins/mercadopago/pix">Pay a Pix code as a bank would</a></li>
<li>Dispute a payment as its payer would: <a href="/twins/monei/disputes">MONEI</a>, <a href="/twins/mercadopago/disputes">Mercado Pago</a></li></ul>
<h2>MONEI test cards</h2><p class="faint">Any future expiry, any security code of three digits.</p><table>${monei}</table>
<h2>Mercado Pago test cards</h2><p class="faint">Any future expiry, 123 (Amex 1234), CPF 12345678909.</p><ul>${numbers}${asked}</ul>
<p class="faint">The name on the card decides; any other name pays.</p><table>${names}</table>`
  return page({ lang: 'en', title: 'Stand-ins of outside providers', body })
}
