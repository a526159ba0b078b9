import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { onTestFinished, vi } from 'vitest'
import { CardForm } from './card-form.ts'
import { type FromFrame, MESSAGE_KEYS, type TypedForm, UI_MESSAGE_KEYS } from './protocol.ts'
import type { ProviderSettings } from './wire/token-wire.ts'

// The part of the DOM that the card form uses: tree, values and focus. There is no layout; appearance and autofill
// are tested in e2e/cards.spec.ts.

let focused: FakeElement | undefined
/** The focused element. */
export const focusedElement = (): FakeElement | undefined => focused

export class FakeElement {
  readonly tag: string
  readonly attributes = new Map<string, string>()
  readonly dataset: Record<string, string> = {}
  readonly classList = {
    add: (name: string) => this.setAttribute('class', `${this.getAttribute('class') ?? ''} ${name}`),
  }
  /** All texts written here, in order, as a screen reader announces them. */
  readonly said: string[] = []
  children: (FakeElement | string)[] = []
  parent: FakeElement | undefined
  selection: [number, number] | undefined
  #value: string | undefined
  #isHidden: boolean | undefined

  constructor(tag: string) {
    this.tag = tag
  }
  get value(): string {
    return this.#value ?? this.getAttribute('value') ?? ''
  }
  set value(text: string) {
    this.#value = text
  }
  get selectionStart(): number {
    return this.selection?.[0] ?? this.value.length
  }
  get hidden(): boolean {
    return this.#isHidden ?? this.attributes.has('hidden')
  }
  set hidden(is: boolean) {
    this.#isHidden = is
  }
  get textContent(): string {
    return this.children.map((child) => (typeof child === 'string' ? child : child.textContent)).join('')
  }
  set textContent(text: string) {
    this.children = [text]
    this.said.push(text)
  }
  get firstElementChild(): FakeElement | undefined {
    return this.all()[1]
  }
  getAttribute = (name: string) => this.attributes.get(name) ?? null
  setAttribute = (name: string, value: string) => void this.attributes.set(name, value)
  removeAttribute = (name: string) => void this.attributes.delete(name)
  toggleAttribute(name: string, is: boolean): void {
    if (is) this.setAttribute(name, '')
    else this.removeAttribute(name)
  }
  setSelectionRange = (from: number, to: number) => {
    this.selection = [from, to]
  }
  append(...children: (FakeElement | string)[]): void {
    for (const child of children) if (child instanceof FakeElement) child.#moveTo(this)
    this.children.push(...children)
  }
  replaceChildren(...children: (FakeElement | string)[]): void {
    this.children = []
    this.append(...children)
  }
  replaceWith(other: FakeElement): void {
    const { parent } = this
    if (!parent) return
    parent.children = parent.children.map((child) => (child === this ? other : child))
    other.parent = parent
    this.parent = undefined
  }
  remove(): void {
    this.#moveTo(undefined)
  }
  #moveTo(parent: FakeElement | undefined): void {
    if (this.parent) this.parent.children = this.parent.children.filter((child) => child !== this)
    this.parent = parent
  }
  contains = (other: FakeElement): boolean => this.all().includes(other)
  focus(): void {
    focused = this
  }
  getBoundingClientRect = () => ({ top: 100, bottom: 150 })
  /** This element and its descendants, in document order. */
  all(): FakeElement[] {
    return [this, ...this.children.flatMap((child) => (typeof child === 'string' ? [] : child.all()))]
  }
  one(tag: string, at = 0): FakeElement {
    const found = this.all().filter((part) => part.tag === tag)[at]
    if (!found) throw new Error(`no ${tag} ${at}`)
    return found
  }
  byId = (id: string): FakeElement | undefined => this.all().find((part) => part.getAttribute('id') === id)
  /** Dispatches an event that bubbles to the ancestors. */
  happens(event: Event): Event {
    Object.defineProperty(event, 'target', { get: () => this })
    for (let part: FakeElement | undefined = this; part; part = part.parent) part.handleEvent(event)
    return event
  }
  readonly #ears: [string, (event: Event) => void][] = []
  addEventListener(type: string, listener: (event: never) => void): void {
    this.#ears.push([type, listener as (event: Event) => void])
  }
  handleEvent(event: Event): void {
    for (const [type, listener] of this.#ears) if (type === event.type) listener(event)
  }
}

class Input extends FakeElement {}

/** Installs an empty document until the test file ends. */
export function stubDocument(): void {
  focused = undefined
  const create = (tag: string) => (tag === 'input' ? new Input(tag) : new FakeElement(tag))
  vi.stubGlobal('document', { createElement: create, createElementNS: (_: string, tag: string) => create(tag) })
  for (const name of ['HTMLElement', 'Node']) vi.stubGlobal(name, FakeElement)
  vi.stubGlobal('HTMLInputElement', Input)
  vi.stubGlobal('screen', { colorDepth: 24, height: 844, width: 390 })
}

export const moneiProvider = { provider: 'monei', baseUrl: 'https://bank.test/v1', accountId: 'acc' } as const
export const mercadoPagoProvider = { provider: 'mercadopago', baseUrl: 'https://bank.test', publicKey: 'key' } as const
export const newCardForm = { kind: 'newCard', document: '529.982.247-25' } satisfies TypedForm
export const VALID_CARD = {
  number: '4444 4444 4444 4422',
  holder: 'Ana Ruiz',
  expiry: '04 / 39',
  securityCode: '123',
}

/** Translates only the messages that the page sends. */
const sentMessage = (key: string): string => ([...MESSAGE_KEYS, ...UI_MESSAGE_KEYS].includes(key) ? key : '')

/** A card form, and the app's side, which records its messages. */
export function renderCardForm(
  settings: ProviderSettings = moneiProvider,
  form: TypedForm = newCardForm,
  messages: (key: string) => string = sentMessage,
) {
  const sent: FromFrame[] = []
  const card = new CardForm({
    settings,
    form,
    translate: messages,
    now: new Date(),
    send: (message) => sent.push(message),
  })
  const element = card.element as unknown as FakeElement
  const field = (id: string) => {
    const part = element.byId(id)
    if (!part) throw new Error(`no field ${id}`)
    return part
  }
  const type = (id: string, text: string) => {
    field(id).value = text
    field(id).happens(new Event('input'))
  }
  return {
    card,
    element,
    sent,
    field,
    type,
    fill: (values: Partial<typeof VALID_CARD> & { document?: string } = VALID_CARD) => {
      for (const [id, text] of Object.entries(values)) type(id, text)
    },
    leave: (id: string, to?: string) =>
      field(id).happens(Object.assign(new Event('focusout'), { relatedTarget: to ? field(to) : null })),
    submit: () => actAndFlush(() => card.submit()),
    errorOf: (id: string) => element.byId(`${id}-error`)?.textContent,
    /** The text of the live region beside the fields. */
    said: () => element.children.at(-1),
    summary: () => element.children[0] as FakeElement,
  }
}

/** A mock provider with its replies and the requests that it received. */
export function mockCardProvider(answer: () => Response | Promise<Response>) {
  const requests: { url: string; body: unknown }[] = []
  const { fetch } = globalThis
  onTestFinished(() => void Object.assign(globalThis, { fetch }))
  globalThis.fetch = async (url, { body } = {}) => {
    requests.push({ url: String(url), body: JSON.parse(String(body)) })
    return answer()
  }
  return requests
}
export const tokenReply = () => Response.json({ paymentToken: 'tok_1', id: 'tok_1' })
