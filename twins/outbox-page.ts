import type { Sent } from './kit/outbox.ts'
import { html, page } from './kit/page.ts'

const words = {
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
export type OutboxLanguage = keyof typeof words

const SHOWN = 100
const REFRESH_SECONDS = 4

/** For a person who tries the demo and waits for a code. */
export function outboxPage(sent: readonly Sent[], language: OutboxLanguage): string {
  const word = words[language]
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' })
  const items = sent.slice(0, SHOWN).map(
    ({ channel, to, text, at }) => html`<li><p class="faint">${word.channels[channel]} · <strong>${to}</strong> ·
<time datetime="${at}">${time.format(new Date(at))} UTC</time></p><p class="said">${textOf(text)}</p></li>`,
  )
  const list = items.length > 0 ? html`<ol>${items}</ol>` : html`<p>${word.none}</p>`
  const body = html`<h1>${word.title}</h1><p class="faint">${word.intro}</p>${list}`
  return page({ lang: language, title: word.title, body, refresh: REFRESH_SECONDS })
}

/** Links of ours can be followed; whatever else it says stands as it was written. */
const textOf = (text: string) =>
  text
    .split(/(https?:\/\/[^\s]+)/)
    .flatMap((part, i) => (i % 2 === 1 ? [html`<a href="${part}">${part}</a>`] : withCodes(part)))

/** Codes stand out: they are what one came for. */
const withCodes = (text: string) =>
  text
    .split(/(\b\d{4,8}\b)/)
    .map((part, i) => (i % 2 === 1 ? html`<strong><code>${part}</code></strong>` : html`${part}`))
