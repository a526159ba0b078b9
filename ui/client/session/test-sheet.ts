// As much of a document as React needs to draw on: elements with attributes and text, and events that are told to it.
// What a browser makes of them (layout, focus, what may be seen) is not here.

type Listener = (event: object) => void

class Leaf {
  parentNode: Element | null = null
  readonly ownerDocument: unknown
  constructor(ownerDocument: unknown) {
    this.ownerDocument = ownerDocument
  }
  get textContent(): string {
    return ''
  }
}

export class Text extends Leaf {
  readonly nodeType = 3
  nodeValue: string
  constructor(ownerDocument: unknown, text: string) {
    super(ownerDocument)
    this.nodeValue = text
  }
  override get textContent(): string {
    return this.nodeValue
  }
}

/** What a browser takes an element of a form for that does not say. */
const TYPES: Readonly<Record<string, string>> = {
  input: 'text',
  textarea: 'textarea',
  select: 'select-one',
  button: 'submit',
}

export class Element extends Leaf {
  readonly nodeType = 1
  readonly style: Record<string, unknown> = { setProperty: () => {}, removeProperty: () => {} }
  readonly dataset: Record<string, string> = {}
  childNodes: (Element | Text)[] = []
  value: unknown = ''
  checked = false
  selected = false
  open = false
  isModal = false
  private readonly attributes = new Map<string, string>()
  private readonly listeners: { type: string; listener: Listener; capture: boolean }[] = []
  readonly tagName: string
  constructor(ownerDocument: unknown, tagName: string) {
    super(ownerDocument)
    this.tagName = tagName
  }
  get nodeName() {
    return this.tagName
  }
  get namespaceURI() {
    return 'http://www.w3.org/1999/xhtml'
  }
  get firstChild() {
    return this.childNodes[0] ?? null
  }
  get lastChild() {
    return this.childNodes.at(-1) ?? null
  }
  get id() {
    return this.getAttribute('id') ?? ''
  }
  get type() {
    return this.getAttribute('type') ?? TYPES[this.tagName] ?? ''
  }
  set type(type: string) {
    this.setAttribute('type', type)
  }
  set name(name: string) {
    this.setAttribute('name', name)
  }
  set defaultValue(value: string) {
    if (this.tagName === 'textarea') this.textContent = value
  }
  /** Of a list to choose from. */
  get options(): Element[] {
    return this.all().filter(({ tagName }) => tagName === 'option')
  }
  override get textContent(): string {
    return this.childNodes.map(({ textContent }) => textContent).join('')
  }
  override set textContent(text: string) {
    this.childNodes = []
    if (text) this.appendChild(new Text(this.ownerDocument, text))
  }

  getAttribute = (name: string): string | null => this.attributes.get(name) ?? null
  hasAttribute = (name: string): boolean => this.attributes.has(name)
  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value))
    if (name === 'value') this.value = String(value)
  }
  removeAttribute = (name: string): void => void this.attributes.delete(name)

  appendChild = <N extends Element | Text>(node: N): N => this.insertBefore(node, null)
  insertBefore<N extends Element | Text>(node: N, next: Element | Text | null): N {
    node.parentNode?.removeChild(node)
    const at = next ? this.childNodes.indexOf(next) : this.childNodes.length
    this.childNodes.splice(at, 0, node)
    node.parentNode = this
    return node
  }
  removeChild<N extends Element | Text>(node: N): N {
    this.childNodes = this.childNodes.filter((one) => one !== node)
    node.parentNode = null
    return node
  }

  addEventListener(type: string, listener: Listener, options?: boolean | { capture?: boolean }): void {
    this.listeners.push({ type, listener, capture: options === true || Boolean(Object(options).capture) })
  }
  removeEventListener(type: string, listener: Listener): void {
    const at = this.listeners.findIndex((one) => one.type === type && one.listener === listener)
    if (at >= 0) this.listeners.splice(at, 1)
  }
  /** An event on its way down to this and up again; whether nobody prevented what a browser would do. */
  tell(type: string, more: object = {}): boolean {
    const event = {
      type,
      target: this,
      bubbles: true,
      cancelable: true,
      defaultPrevented: false,
      timeStamp: Date.now(),
      preventDefault() {
        this.defaultPrevented = true
      },
      stopPropagation() {},
      ...more,
    }
    const up = this.path()
    for (const node of [...up].reverse()) node.hear(event, true)
    for (const node of up) node.hear(event, false)
    return !event.defaultPrevented
  }
  private hear(event: { type: string }, capture: boolean): void {
    for (const one of [...this.listeners])
      if (one.type === event.type && one.capture === capture) one.listener.call(this, event)
  }
  private path = (): Element[] => [this, ...(this.parentNode?.path() ?? [])]

  /** This and every element in it, as they are read. */
  all = (): Element[] => [this, ...this.childNodes.flatMap((node) => (node instanceof Element ? node.all() : []))]
  /** The nearest around it that is one, itself too. */
  within = (is: (element: Element) => boolean): Element | undefined => this.path().find(is)
  contains = (node: Element | Text | null): boolean => node !== null && this.all().includes(node as Element)
  querySelectorAll = (): Element[] => []
  querySelector = (): null => null
  closest = (): null => null
  matches = (): boolean => false
  getBoundingClientRect = () => ({ top: 0, left: 0, bottom: 0, right: 0, width: 0, height: 0 })
  private opens(open: boolean, isModal: boolean): void {
    Object.assign(this, { open, isModal })
  }
  show = (): void => this.opens(true, false)
  showModal = (): void => this.opens(true, true)
  close = (): void => this.opens(false, false)
  focus(): void {}
  blur(): void {}
  select(): void {}
  attachEvent(): void {}
  detachEvent(): void {}
  requestSubmit = (): void => void this.tell('submit')
  scrollIntoView(): void {}
  scrollTo(): void {}
  play = async (): Promise<void> => {}
  pause(): void {}
}
