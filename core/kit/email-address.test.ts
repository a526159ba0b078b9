import * as v from 'valibot'
import { expect, test } from 'vitest'
import { EmailAddress, mailtoOf, tidyEmail } from './email-address.ts'

const labels = (count: number) => Array.from({ length: count }, () => 'a'.repeat(39)).join('.')

test.each([
  'ana@example.com',
  'a@b.co',
  'ana.ruiz+cuida@mail.example.com',
  "maeve.o'shea@clinic.example",
  'ventas&compras@empresa.example',
  '!#$%*/=?^_`{|}~-@example.com',
  'info@clínica.example',
  'josé@correo.example',
  'नमस्ते@उदाहरण.भारत',
  '用户@例子.公司',
  'info@xn--clnica-zva.example',
  'ana@3com.example',
  `ana@${'a'.repeat(63)}.example`,
  `${'a'.repeat(10)}@${labels(6)}.com`,
])('%s is an e-mail address', (address) => expect(v.parse(EmailAddress, address)).toBe(address))

test.each([
  '',
  'ana',
  'ana@',
  '@example.com',
  'ana@example',
  'ana@@example.com',
  'ana@example.com@example.com',
  'ana ruiz@example.com',
  'ana@exam ple.com',
  'ana@example.com, eva@example.com',
  'Ana <ana@example.com>',
  '"ana"@example.com',
  'ana@example.com\r\nBcc: eva@example.com',
  'ana\u0000@example.com',
  'ana@example.com\u0007',
  '.ana@example.com',
  'ana.@example.com',
  'ana..ruiz@example.com',
  'ana@.example.com',
  'ana@example..com',
  'ana@example.com.',
  'ana@-example.com',
  'ana@example-.com',
  'ana@exa_mple.com',
  'ana@192.168.0.1',
  'ana@[192.168.0.1]',
  'ana@example.c',
  'ana(home)@example.com',
  'ana;eva@example.com',
  'ana💚@example.com',
  `ana@${'a'.repeat(64)}.example`,
  `${'a'.repeat(12)}@${labels(6)}.com`,
  `${'ﷺ'.repeat(100)}@example.com`,
])('%j is no e-mail address', (address) => expect(v.is(EmailAddress, address)).toBe(false))

test.each([
  ['blanks around it', ' ana@example.com\n', 'ana@example.com'],
  ['a no-break space after it', 'ana@example.com\u00a0', 'ana@example.com'],
  ['invisible characters', '\ufeff\u202aana\u200b@exam\u00adple.com\u202c', 'ana@example.com'],
  ['a domain in capitals', 'Ana@EXAMPLE.Com', 'Ana@example.com'],
  ['decomposed accents', 'jose\u0301@cli\u0301nica.example', 'josé@clínica.example'],
  ['full-width letters', 'ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ana@example.com'],
])('an address with %s is normalised', (_, typed, address) => {
  expect(v.parse(EmailAddress, typed)).toBe(address)
  expect(tidyEmail(typed)).toBe(address)
})

test('a mailto link encodes characters that would end the address or an attribute', () => {
  expect(mailtoOf('ana+x@example.com')).toBe('mailto:ana%2Bx@example.com')
  expect(mailtoOf("o'shea&co@example.com")).toBe('mailto:o%27shea%26co@example.com')
  expect(mailtoOf('josé@clínica.example')).toBe('mailto:jos%C3%A9@cl%C3%ADnica.example')
})
