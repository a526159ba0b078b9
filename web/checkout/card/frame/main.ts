import '@cuida/ui/tokens/all.css'
import './frame.css'
import { bankFrame } from './bank-frame.ts'
import { CardForm } from './card-form.ts'
import { type FrameTheme, type FromFrame, isToFrame, THEME_PROPERTIES } from './protocol.ts'
import type { ProviderSettings } from './wire/token-wire.ts'

// Entry point of the card form's page. It does nothing until an allowed app origin opens a channel, and then serves
// that app only.

interface Settings extends ProviderSettings {
  appOrigins: string[]
}
const settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}') as Settings
let isOpen = false

window.addEventListener('message', ({ origin, source, data, ports: [port] }) => {
  if (isOpen || source !== window.parent || !settings.appOrigins?.includes(origin)) return
  if (!port || !isToFrame(data) || data.type !== 'open') return
  isOpen = true
  document.documentElement.lang = data.lang
  paint(data.theme)
  const send = (message: FromFrame) => port.postMessage(message)
  const translate = (key: string) => data.messages[key] ?? ''
  const now = new Date(data.now)
  const form =
    data.form.kind === 'challenge' ? undefined : new CardForm({ settings, form: data.form, translate, now, send })
  if (data.form.kind === 'challenge') {
    const bank = bankFrame(data.form, { title: translate('checkout.card.bankFrame'), send })
    document.getElementById('form')?.replaceChildren(bank.element)
    bank.submit()
  } else if (form) document.getElementById('form')?.replaceChildren(form.element)
  port.onmessage = ({ data: message }) => {
    if (!isToFrame(message)) return
    if (message.type === 'theme') paint(message.theme)
    if (message.type === 'submit') void form?.submit()
    if (message.type === 'amount') form?.costs(message.amount)
    if (message.type === 'focus') form?.focusOnProblem()
  }
  new ResizeObserver(() => send({ type: 'height', px: Math.ceil(document.body.offsetHeight) })).observe(document.body)
  send({ type: 'ready' })
})

function paint({ scheme, properties }: FrameTheme): void {
  const { dataset, style } = document.documentElement
  dataset.theme = scheme
  for (const name of THEME_PROPERTIES) if (properties[name]) style.setProperty(name, properties[name])
}
