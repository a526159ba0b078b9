import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { catalogue } from '../../../content/words.ts'
import { loadWords, t } from '../../words/words.ts'
import { asking, browsing, settled } from './test-living.ts'
import { putPage } from './test-page.ts'
import { Element, Text } from './test-sheet.ts'

// What somebody sees of a screen and does with it: the app's own components and hooks, drawn by React on a sheet of
// paper (test-sheet.ts), in the product's English words, with a played server behind them.

export interface Place {
  /** The address of the screen. */
  at?: string
  queries?: QueryClient
  /** What stands around the screen, such as who the partner is. */
  around?: (screen: ReactNode) => ReactNode
}

/** Speaks the product's words. */
export const speaking = (language = 'en') => loadWords(language, catalogue({ overrides: {} }, language) as never)

/** A screen as it is drawn, which ends with its test. */
export async function shown(screen: ReactNode, { at, queries = asking(), around = (it) => it }: Place = {}) {
  speaking()
  putPage(at)
  browsing()
  const sheet = new Element(document, 'div')
  const page = putDown(sheet)
  const root = createRoot(sheet as never)
  const leave = () => settled(() => root.unmount())
  onTestFinished(async () => {
    await leave()
    queries.clear()
    page.restore()
  })
  async function draw(it: ReactNode): Promise<void> {
    await settled(() => root.render(createElement(QueryClientProvider, { client: queries }, around(it))))
    // What is loaded when it is first shown.
    await settled(() => vi.dynamicImportSettled())
  }
  await draw(screen)
  return { ...reader(sheet), draw, leave, queries }
}

/** What a browser has besides a page. */
const OF_BROWSERS = {
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  IntersectionObserver: class {
    observe() {}
    disconnect() {}
  },
  ResizeObserver: class {
    observe() {}
    disconnect() {}
  },
  MutationObserver: class {
    observe() {}
    disconnect() {}
  },
  scrollTo: () => {},
  scrollY: 0,
  requestAnimationFrame: (then: () => void) => setTimeout(then),
  cancelAnimationFrame: (id: number) => clearTimeout(id),
}

/** Lays the sheet where the page draws, until `restore`. */
function putDown(sheet: Element) {
  // React makes one of each form that is sent; Node's takes none of ours.
  vi.stubGlobal('FormData', Filled)
  for (const [name, thing] of Object.entries(OF_BROWSERS)) if (!(name in globalThis)) vi.stubGlobal(name, thing)
  if (navigator.onLine === undefined) vi.stubGlobal('navigator', { onLine: true, language: 'en', languages: ['en'] })
  for (const storage of ['localStorage', 'sessionStorage']) if (!(storage in globalThis)) vi.stubGlobal(storage, kept())
  const drawing = {
    createElement: (name: string) => new Element(document, name),
    createElementNS: (_: string, name: string) => new Element(document, name),
    createTextNode: (text: string) => new Text(document, text),
    getElementById: (id: string) => sheet.all().find((one) => one.id === id) ?? null,
    querySelector: () => null,
    querySelectorAll: () => [],
    body: {},
    timeline: { currentTime: 0 },
    defaultView: globalThis,
  }
  const page = document as unknown as Record<string, unknown>
  const before = Object.fromEntries(Object.keys(drawing).map((name) => [name, page[name]]))
  Object.assign(page, drawing)
  return { restore: () => Object.assign(page, before) }
}

/** What a form holds, by the names of its fields. */
class Filled {
  private readonly fields: Element[]
  constructor(form?: Element) {
    this.fields = form?.all().filter((one) => one.hasAttribute('name')) ?? []
  }
  get = (name: string): unknown => this.fields.find((one) => one.getAttribute('name') === name)?.value ?? null
}

function kept() {
  const all = new Map<string, string>()
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}

const spaced = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const isHidden = (one: Element) =>
  one.hasAttribute('hidden') || one.getAttribute('aria-hidden') === 'true' || one.tagName === 'option'

/** Everything that is read in it, element after element. */
function wordsOf(node: Element | Text): string {
  if (node instanceof Text) return node.nodeValue
  if (isHidden(node)) return ''
  return ` ${node.childNodes.map(wordsOf).join('')} `
}

function reader(sheet: Element) {
  const elements = (...tags: string[]) => sheet.all().filter(({ tagName }) => tags.includes(tagName))
  const seen = (all: Element[]) => all.filter((one) => !one.within(isHidden))
  /** What it is called: by its label, by what labels it, or by what stands in it. */
  function nameOf(one: Element): string {
    const by = one.getAttribute('aria-labelledby')?.split(' ')
    const labels = by?.map((id) => sheet.all().find((other) => other.id === id)).filter((label) => label !== undefined)
    if (labels?.length) return spaced(labels.map(wordsOf).join(' '))
    const label = one.id ? elements('label').find((other) => other.getAttribute('for') === one.id) : undefined
    const around = label ?? one.within(({ tagName }) => tagName === 'label')
    return one.getAttribute('aria-label') ?? spaced(wordsOf(around ?? one))
  }
  function the(tags: string[], name: string | RegExp): Element {
    const onTop = elements('dialog').findLast(({ isModal }) => isModal)
    const all = seen(elements(...tags)).filter((one) => !onTop || onTop.contains(one))
    const is = (matches: (called: string) => boolean) => all.findLast((one) => matches(nameOf(one)))
    // What is said beside a name in its label counts to it.
    const last =
      typeof name === 'string'
        ? (is((called) => called === spaced(name)) ?? is((called) => called.startsWith(`${spaced(name)} `)))
        : is((called) => name.test(called))
    if (!last) throw new Error(`Nothing is called ${name}, but ${all.map(nameOf).join(' | ')}`)
    return last
  }
  const press = (name: string | RegExp) => settled(() => pressed(the(['button', 'a', 'input', 'summary'], name)))
  return {
    sheet,
    /** All that is read. */
    text: () => spaced(wordsOf(sheet)),
    /** Whether the words of this key are among that. */
    says: (key: string, values?: Record<string, string | number>) =>
      spaced(wordsOf(sheet)).includes(spaced(t(key, values))),
    /** What can be pressed, by name. */
    buttons: () => seen(elements('button')).map(nameOf),
    /** Where one can go, by name. */
    links: () => Object.fromEntries(seen(elements('a')).map((one) => [nameOf(one), one.getAttribute('href')])),
    headings: () => seen(elements('h1', 'h2', 'h3')).map(nameOf),
    /** What can be filled in or chosen, by name. */
    fields: () => seen(elements('input', 'textarea', 'select')).map(nameOf),
    /** What a field holds. */
    value: (name: string | RegExp) => the(['input', 'textarea', 'select'], name).value,
    isChosen: (name: string | RegExp) => the(['input'], name).checked,
    /** What there is to choose from in a list. */
    options: (name: string | RegExp) => the(['select'], name).options.map(({ textContent }) => textContent),
    press,
    type: (name: string | RegExp, value: string) =>
      settled(() => {
        const field = the(['input', 'textarea', 'select'], name)
        field.tell('focusin')
        field.value = value
        // React listens as for a browser of before where it was loaded without a page: to keys.
        for (const event of ['input', 'keyup', 'change', 'focusout']) field.tell(event)
      }),
    submit: () => settled(() => elements('form').at(-1)?.tell('submit')),
  }
}

/** What a browser does for a press that nobody prevents. */
function pressed(one: Element): void {
  if (one.tagName === 'input') one.checked = one.type === 'radio' || !one.checked
  const goesOn = one.tell('click', { button: 0 })
  if (goesOn && one.tagName === 'button' && one.type === 'submit') formOf(one)?.requestSubmit()
}

/** The one that it names, or the one around it. */
const formOf = (button: Element): Element | null | undefined =>
  button.getAttribute('form')
    ? (document.getElementById(button.getAttribute('form') as string) as unknown as Element)
    : button.within(({ tagName }) => tagName === 'form')
