import { vi } from 'vitest'

// As much of a page as React needs that draws nothing, with an address, a history, and what hooks listen to.

interface Shown {
  url: URL
  /** What the history says of it. */
  state: unknown
}
let shown: Shown[] = []
const last = () => shown.at(-1) as Shown

const view = new EventTarget()
const sheet = Object.assign(new EventTarget(), {
  nodeType: 9,
  visibilityState: 'visible',
  cookie: '',
  activeElement: null,
  documentElement: { lang: '', dataset: {}, style: {} },
  getElementById: () => null,
})

const go = (name: 'pushState' | 'replaceState') => (state: unknown, _: string, address: string | URL) => {
  const next = { url: new URL(address, last().url), state }
  if (name === 'pushState') shown.push(next)
  else shown.splice(-1, 1, next)
  view.dispatchEvent(new Event(name))
}

const parts = ['pathname', 'search', 'hash', 'href', 'origin'] as const
const location = Object.defineProperties(
  {},
  Object.fromEntries(parts.map((part) => [part, { get: () => last().url[part], enumerable: true }])),
)

const history = {
  get state() {
    return last().state
  },
  pushState: go('pushState'),
  replaceState: go('replaceState'),
  back() {
    if (shown.length < 2) return
    shown.pop()
    view.dispatchEvent(new Event('popstate'))
  },
}

const OF_A_PAGE: Readonly<Record<string, unknown>> = {
  window: globalThis,
  document: sheet,
  location,
  history,
  IS_REACT_ACT_ENVIRONMENT: true,
  HTMLIFrameElement: class {},
  addEventListener: view.addEventListener.bind(view),
  removeEventListener: view.removeEventListener.bind(view),
  dispatchEvent: view.dispatchEvent.bind(view),
}

/** A page at this address, or the one that stands there; what a test has put in its place stays. Answers where to draw. */
export function putPage(at?: string): Element {
  const isNew = !('IS_REACT_ACT_ENVIRONMENT' in globalThis)
  for (const [name, thing] of Object.entries(OF_A_PAGE)) if (!(name in globalThis)) vi.stubGlobal(name, thing)
  if (isNew || at !== undefined || shown.length === 0)
    shown = [{ url: new URL(at ?? '/', 'https://cuida.test'), state: null }]
  const root = { nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument: sheet }
  return Object.assign(new EventTarget(), root) as unknown as Element
}

/** The address that the page shows now, without its origin. */
export const address = (): string => last().url.href.replace(last().url.origin, '')
