import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { oldBrowserScript } from './old-browser-script.ts'

const MODERN = { structuredClone: () => {}, BroadcastChannel: () => {}, CSS: { supports: () => true } }

/** Which of the page's two parts is hidden, in a browser with these globals. */
function pageOf(names: object, prepare = '') {
  const elements = { root: { hidden: false }, 'old-browser': { hidden: true } }
  const document = {
    addEventListener: (_: string, ready: () => void) => ready(),
    getElementById: (id: keyof typeof elements) => elements[id],
  }
  const page = { ...names, document }
  runInNewContext(prepare + oldBrowserScript, Object.assign(page, { self: page }))
  return { app: !elements.root.hidden, message: !elements['old-browser'].hidden }
}

test('a supported browser shows the app', () => expect(pageOf(MODERN)).toEqual({ app: true, message: false }))

test.each([
  ['findLast', MODERN, 'delete Array.prototype.findLast;'],
  ['structuredClone', { ...MODERN, structuredClone: undefined }, ''],
  ['BroadcastChannel', { ...MODERN, BroadcastChannel: undefined }, ''],
  ['the dvh unit', { ...MODERN, CSS: { supports: () => false } }, ''],
  ['CSS.supports', { ...MODERN, CSS: undefined }, ''],
])('a browser without %s shows the message instead', (_, names, prepare) =>
  expect(pageOf(names, prepare)).toEqual({ app: false, message: true }),
)
