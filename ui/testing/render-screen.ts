import { fireEvent, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { catalogue } from '../../content/messages.ts'
import { loadMessages, t } from '../i18n/messages.ts'
import { actAndFlush } from './act.ts'
import { prepareRender, type RenderOptions } from './query-client.ts'

/** Loads the messages of the product. */
export const loadProductMessages = (language = 'en') =>
  loadMessages(language, catalogue({ overrides: {} }, language) as never)

/** Renders a screen in English, and unmounts it when the test ends. */
export async function renderScreen(screen: ReactNode, options: RenderOptions = {}) {
  loadProductMessages()
  const { queries, wrap } = prepareRender(options)
  const { container, rerender, unmount } = await actAndFlush(() => render(wrap(screen)))
  await loadLazy()
  onTestFinished(async () => {
    await actAndFlush(unmount)
    queries.clear()
  })
  return {
    ...screenQueries(container),
    rerender: async (next: ReactNode) => {
      await actAndFlush(() => rerender(wrap(next)))
      await loadLazy()
    },
    unmount: () => actAndFlush(unmount),
    queries,
  }
}

/** Waits for lazy routes and dialogs. */
const loadLazy = () => actAndFlush(() => vi.dynamicImportSettled())

const HIDDEN = '[hidden], [aria-hidden="true"], option'
const normalize = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** The readable text of a node; a space separates elements. */
function textOf(node: Node): string {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '') : ''
  return node.matches(HIDDEN) ? '' : ` ${[...node.childNodes].map(textOf).join('')} `
}

/** The accessible name: from `aria-labelledby`, `aria-label`, the label or the content. */
function nameOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(' ')
  const labels = ids?.map((id) => document.getElementById(id)).filter((label) => label !== null)
  if (labels?.length) return normalize(labels.map(textOf).join(' '))
  // Not the whole document: happy-dom may return cached elements of an earlier test.
  const screen = element.closest('body > div')
  const label = element.id && screen?.querySelector(`label[for="${CSS.escape(element.id)}"]`)
  return element.getAttribute('aria-label') ?? normalize(textOf(label || (element.closest('label') ?? element)))
}

const FIELDS = 'input, textarea, select'

function screenQueries(container: HTMLElement) {
  const visible = (selector: string) =>
    [...container.querySelectorAll<HTMLInputElement>(selector)].filter((element) => !element.closest(HIDDEN))
  /** Only the content of the topmost modal dialog is usable. */
  function find(selector: string, name: string | RegExp): HTMLInputElement {
    const modal = [...container.querySelectorAll('dialog[open]')].at(-1)
    const candidates = visible(selector).filter((element) => !modal || modal.contains(element))
    const findNamed = (matches: (name: string) => boolean) => candidates.findLast((element) => matches(nameOf(element)))
    // A label may contain a hint after the name.
    const element =
      typeof name === 'string'
        ? (findNamed((it) => it === normalize(name)) ?? findNamed((it) => it.startsWith(`${normalize(name)} `)))
        : findNamed((it) => name.test(it))
    if (!element) throw new Error(`No element is named ${name}; found: ${candidates.map(nameOf).join(' | ')}`)
    return element
  }
  return {
    container,
    text: () => normalize(textOf(container)),
    /** Whether the text contains the message with this key. */
    hasMessage: (key: string, values?: Record<string, string | number>) =>
      normalize(textOf(container)).includes(normalize(t(key, values))),
    buttons: () => visible('button').map(nameOf),
    links: () => Object.fromEntries(visible('a').map((link) => [nameOf(link), link.getAttribute('href')])),
    headings: () => visible('h1, h2, h3').map(nameOf),
    fields: () => visible(FIELDS).map(nameOf),
    value: (name: string | RegExp) => find(FIELDS, name).value,
    isChecked: (name: string | RegExp) => find('input', name).checked,
    options: (name: string | RegExp) =>
      [...find('select', name).querySelectorAll('option')].map(({ textContent }) => textContent),
    click: async (name: string | RegExp) => {
      await actAndFlush(() => void fireEvent.click(find('button, a, input, summary', name)))
      await loadLazy()
    },
    fill: (name: string | RegExp, value: string) =>
      actAndFlush(() => {
        const field = find(FIELDS, name)
        fireEvent.focusIn(field)
        fireEvent.input(field, { target: { value } })
        fireEvent.change(field)
        fireEvent.focusOut(field)
      }),
    submit: async () => {
      await actAndFlush(() => {
        const form = [...container.querySelectorAll('form')].at(-1)
        if (form) fireEvent.submit(form)
      })
      await loadLazy()
    },
  }
}
