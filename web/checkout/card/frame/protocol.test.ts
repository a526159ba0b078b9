import { expect, test } from 'vitest'
import { isFromFrame, isTheme, isToFrame } from './protocol.ts'

const theme = { scheme: 'dark', properties: { '--bg': '#000' } }
const open = { type: 'open', form: { kind: 'newCard', document: '' }, lang: 'es', messages: { a: 'b' }, theme }

test.each([{ type: 'submit' }, { type: 'focus' }, { type: 'theme', theme }, open])('the form accepts %j', (message) =>
  expect(isToFrame(message)).toBe(true),
)

test.each([
  ...[null, undefined, 'submit', 7, {}, { type: 'pay' }, { type: 'theme' }],
  { type: 'theme', theme: { ...theme, scheme: 'sepia' } },
  { type: 'theme', theme: { ...theme, properties: { '--bg': 7 } } },
  { ...open, form: 'newCard' },
  { ...open, messages: { a: 7 } },
  { ...open, messages: null },
  { ...open, theme: null },
])('the form ignores %j', (message) => expect(isToFrame(message)).toBe(false))

test('a theme is light or dark, with its properties', () => {
  expect(isTheme({ ...theme, scheme: 'light' })).toBe(true)
  expect(isTheme({ scheme: 'light' })).toBe(false)
  expect(isTheme(null)).toBe(false)
})

test.each(['ready', 'height', 'enter', 'reveal', 'problems', 'failed', 'token'])('the app accepts “%s”', (type) =>
  expect(isFromFrame({ type })).toBe(true),
)

test.each([null, 'token', {}, { type: 'number' }, { type: undefined }])('the app ignores %j', (message) =>
  expect(isFromFrame(message)).toBe(false),
)
