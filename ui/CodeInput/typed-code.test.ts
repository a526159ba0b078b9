import { expect, test } from 'vitest'
import { typedCode } from './typed-code.ts'

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['12-34', '1234'],
  ['', ''],
])('the digits of the typed text %o are %s', (typed, code) => {
  const form = new FormData()
  form.set('code', typed)
  expect(typedCode(form)).toBe(code)
})
