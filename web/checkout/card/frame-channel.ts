import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import {
  type FrameForm,
  type FrameTheme,
  type FromFrame,
  type InstallmentOffer,
  isFromFrame,
  MESSAGE_KEYS,
  THEME_PROPERTIES,
  type ToFrame,
  type TokenisedCard,
  UI_MESSAGE_KEYS,
} from './frame/protocol.ts'

interface Ears {
  height: (px: number) => void
  /** Number of invalid fields. */
  wrong: (count: number) => void
  enter: () => void
  installments?: (offer: InstallmentOffer) => void
  /** The bank's challenge is complete. */
  complete?: () => void
  failed: () => void
}

/** A page that has loaded answers at once; loading it over a slow network may take longer. */
const LOAD_MS = 20_000
const READY_MS = 4_000
/** Longer than the form's own timeout for the provider. */
const TOKEN_MS = 20_000

interface Asked {
  resolve: (card: TokenisedCard | undefined) => void
  reject: (error: CallFailed) => void
}

/**
 * The app's end of the channel to a card form (frame/protocol.ts). One channel per form; `close` it with the form.
 */
export class FrameChannel {
  private readonly iframe: HTMLIFrameElement
  private form: FrameForm
  private readonly ears: Ears
  private readonly stop = new AbortController()
  private port: MessagePort | undefined
  private timer: number
  private pendingRequest: Asked | undefined

  constructor(iframe: HTMLIFrameElement, form: FrameForm, ears: Ears) {
    this.iframe = iframe
    this.form = form
    this.ears = ears
    this.timer = window.setTimeout(ears.failed, LOAD_MS)
    watchTheme(() => this.send({ type: 'theme', theme: themeNow() }), this.stop.signal)
  }

  /** The frame has loaded a page: only our card form answers. */
  open(): void {
    const { port1, port2 } = new MessageChannel()
    this.port?.close()
    this.port = port1
    port1.onmessage = ({ data }) => isFromFrame(data) && this.handleMessage(data)
    const messages = Object.fromEntries([...MESSAGE_KEYS, ...UI_MESSAGE_KEYS].map((key) => [key, t(key)]))
    const message: ToFrame = {
      type: 'open',
      form: this.form,
      lang: document.documentElement.lang,
      messages,
      theme: themeNow(),
      now: serverNow(),
    }
    this.iframe.contentWindow?.postMessage(message, new URL(this.iframe.src).origin, [port2])
    clearTimeout(this.timer)
    this.timer = window.setTimeout(this.ears.failed, READY_MS)
  }

  /** The price changed while a new card is being typed. */
  update(form: FrameForm): void {
    const before = this.form
    this.form = form
    if (before.kind !== 'newCard' || form.kind !== 'newCard' || form.amount === undefined) return
    if (before.amount !== form.amount) this.send({ type: 'amount', amount: form.amount })
  }

  tokenise(): Promise<TokenisedCard | undefined> {
    let late: ReturnType<typeof setTimeout> | undefined
    const answer = new Promise<TokenisedCard | undefined>((resolve, reject) => {
      this.pendingRequest = { resolve, reject }
      late = setTimeout(() => reject(failed('OFFLINE')), TOKEN_MS)
    })
    this.send({ type: 'submit' })
    return answer.finally(() => clearTimeout(late))
  }

  close(): void {
    this.stop.abort()
    clearTimeout(this.timer)
    this.port?.close()
    this.pendingRequest?.resolve(undefined)
  }

  private send(message: ToFrame): void {
    this.port?.postMessage(message)
  }

  private handleMessage(message: FromFrame): void {
    const { ears } = this
    if (message.type === 'ready') clearTimeout(this.timer)
    else if (message.type === 'height') ears.height(message.px)
    else if (message.type === 'enter') ears.enter()
    else if (message.type === 'installments') ears.installments?.(message.offer)
    else if (message.type === 'complete') ears.complete?.()
    else if (message.type === 'reveal') this.reveal(message)
    else this.answer(message)
  }

  /** Handles the reply to a token request. */
  private answer(message: Extract<FromFrame, { type: 'problems' | 'failed' | 'token' }>): void {
    this.ears.wrong(message.type === 'problems' ? message.problems.length : 0)
    if (message.type === 'problems') {
      // The frame cannot take the focus from a button of the app by itself.
      this.iframe.focus({ preventScroll: true })
      this.send({ type: 'focus' })
    }
    if (message.type === 'failed') this.pendingRequest?.reject(failed(message.code))
    else this.pendingRequest?.resolve(message.type === 'token' ? message.card : undefined)
  }

  /** The frame cannot scroll the app's page. */
  private reveal({ top, bottom }: { top: number; bottom: number }): void {
    const start = this.iframe.getBoundingClientRect().top
    const style = getComputedStyle(document.documentElement)
    const first = Number.parseFloat(style.scrollPaddingBlockStart) || 0
    const last = window.innerHeight - (Number.parseFloat(style.scrollPaddingBlockEnd) || 0)
    if (start + top < first) window.scrollBy(0, start + top - first)
    else if (start + bottom > last) window.scrollBy(0, Math.min(start + bottom - last, start + top - first))
  }
}

const failed = (code: string) => new CallFailed(code === 'BAD_CARD_DETAILS' ? 400 : 503, '', { code })

function themeNow(): FrameTheme {
  const style = getComputedStyle(document.documentElement)
  const properties = Object.fromEntries(THEME_PROPERTIES.map((name) => [name, style.getPropertyValue(name).trim()]))
  return { scheme: style.colorScheme === 'dark' ? 'dark' : 'light', properties }
}

/** The theme changes with the system setting or by the patient's choice. */
function watchTheme(changed: () => void, signal: AbortSignal): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed, { signal })
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  signal.addEventListener('abort', () => observer.disconnect())
}
