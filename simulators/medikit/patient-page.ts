import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldsOf } from '../kit/fields.ts'
import { html, type Markup, page, readerLanguage } from '../kit/page.ts'
import type { Collection } from '../kit/store.ts'
import type { StoredPrescription } from './stored-prescription.ts'

const words = {
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
type Language = keyof typeof words
type WithId = { Params: { id: string } }
const browser = { config: { serves: 'browser' } }

/**
 * The page that a patient shows at a pharmacy: locked until the code is typed. `…/document` is the printable version.
 */
export function patientPages(app: FastifyInstance, kept: Collection<StoredPrescription>): void {
  for (const path of ['/p/:id', '/p/:id/document']) {
    app.get<WithId>(path, browser, async (request, reply) => {
      const language = languageOf(request)
      return send(reply, language, kept.get(request.params.id) ? form(language) : missing(language))
    })
    app.post<WithId>(path, browser, async (request, reply) => {
      const language = languageOf(request)
      const found = kept.get(request.params.id)
      const { code, act } = fieldsOf(request.body)
      if (!found) return send(reply, language, missing(language))
      if (String(code).trim() !== found.unlockCode) return send(reply, language, form(language, true))
      const now: StoredPrescription =
        act === 'dispense' && found.status === 'ISSUED' ? { ...found, status: 'DISPENSED' } : found
      kept.put(now.id, now, JSON.parse(now.asked).reference)
      return send(reply, language, shown(now, language))
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
    .send(page({ lang, title: words[lang].title, body }))

const missing = (lang: Language) => html`<h1>${words[lang].missing}</h1>`

const form = (lang: Language, wrong = false) => html`<h1>${words[lang].title}</h1>
<p class="faint">${words[lang].intro}</p>
<form method="post" class="card">
${wrong ? html`<p role="alert"><strong>${words[lang].wrong}</strong></p>` : html``}
<label for="code">${words[lang].code}</label>
<input id="code" name="code" inputmode="numeric" autocomplete="off" maxlength="12">
<button class="main">${words[lang].open}</button>
</form>`

function shown(
  { prescriber, patient, items, validUntil, status, unlockCode }: StoredPrescription,
  lang: Language,
): Markup {
  const word = words[lang]
  const dispense = html`<form method="post"><input type="hidden" name="code" value="${unlockCode}">
<button name="act" value="dispense">${word.dispense}</button></form>`
  return html`<h1>${word.title}: ${word.status[status]}</h1>
<p>${patient.name}</p><p class="faint">${prescriber.name} (${prescriber.licence}) · ${word.until} ${validUntil}</p>
<ol>${items.map(({ medicine, text }) => html`<li><strong>${medicine}</strong><p>${text}</p></li>`)}</ol>
${status === 'ISSUED' ? dispense : html``}`
}
