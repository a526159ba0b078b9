import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf } from '../kit/fields.ts'
import { html, type Markup, page, readerLanguage } from '../kit/page.ts'
import type { Collection } from '../kit/store.ts'
import type { StoredPrescription } from './stored-prescription.ts'

const messages = {
  en: {
    title: 'Prescription',
    intro: 'This page stands in for Medikit, where a pharmacy reads a prescription.',
    code: 'Unlock code',
    open: 'Open',
    wrong: 'That code isn’t right.',
    until: 'Valid until',
    dispense: 'Hand over (as the pharmacy)',
    status: { ISSUED: 'Issued', DISPENSED: 'Handed over', CANCELLED: 'Cancelled' },
    missing: 'There is no such prescription.',
  },
  es: {
    title: 'Receta',
    intro: 'Esta página hace de Medikit, donde la farmacia lee la receta.',
    code: 'Código de desbloqueo',
    open: 'Abrir',
    wrong: 'El código no es correcto.',
    until: 'Válida hasta',
    dispense: 'Dispensar (como farmacia)',
    status: { ISSUED: 'Emitida', DISPENSED: 'Dispensada', CANCELLED: 'Anulada' },
    missing: 'No existe esa receta.',
  },
}
type Language = keyof typeof messages
type WithId = { Params: { id: string } }
const browser = { config: { serves: 'browser' } }

/**
 * The page that a patient shows at a pharmacy: locked until the code is typed. `…/document` is the printable version.
 */
export function patientPages(app: FastifyInstance, prescriptions: Collection<StoredPrescription>): void {
  for (const path of ['/p/:id', '/p/:id/document']) {
    app.get<WithId>(path, browser, async (request, reply) => {
      const language = languageOf(request)
      return send(reply, language, prescriptions.get(request.params.id) ? form(language) : missing(language))
    })
    app.post<WithId>(path, browser, async (request, reply) => {
      const language = languageOf(request)
      const found = prescriptions.get(request.params.id)
      const { code, act } = fieldsOf(request.body)
      if (!found) return send(reply, language, missing(language))
      if (String(code).trim() !== found.unlockCode) return send(reply, language, form(language, true))
      const now: StoredPrescription =
        act === 'dispense' && found.status === 'ISSUED' ? { ...found, status: 'DISPENSED' } : found
      prescriptions.put(now.id, now, JSON.parse(now.asked).reference)
      return send(reply, language, renderPrescription(now, language))
    })
  }
}

const languageOf = (request: FastifyRequest) =>
  readerLanguage<Language>(request.headers['accept-language'], ['en', 'es'], 'en')

const send = (reply: FastifyReply, lang: Language, body: Markup) =>
  reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page({ lang, title: messages[lang].title, body }))

const missing = (lang: Language) => html`<h1>${messages[lang].missing}</h1>`

const form = (lang: Language, wrong = false) => html`<h1>${messages[lang].title}</h1>
<p class="faint">${messages[lang].intro}</p>
<form method="post" class="card">
${wrong ? html`<p role="alert"><strong>${messages[lang].wrong}</strong></p>` : html``}
<label for="code">${messages[lang].code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="off" maxlength="12">
<button class="main">${messages[lang].open}</button>
</form>`

function renderPrescription(
  { prescriber, patient, items, validUntil, status, unlockCode }: StoredPrescription,
  lang: Language,
): Markup {
  const labels = messages[lang]
  const dispense = html`<form method="post"><input type="hidden" name="code" value="${unlockCode}">
<button name="act" value="dispense">${labels.dispense}</button></form>`
  return html`<h1>${labels.title}: ${labels.status[status]}</h1>
<p>${patient.name}</p><p class="faint">${prescriber.name} (${prescriber.licence}) · ${labels.until} ${validUntil}</p>
<ol>${items.map(({ medicine, text }) => html`<li><strong>${medicine}</strong><p>${text}</p></li>`)}</ol>
${status === 'ISSUED' ? dispense : html``}`
}
