import { expect, test } from 'vitest'
import { parsePersonQuery } from './people-search.ts'

test.each([
  ['an international number', '+34 600 00 00 01', ['ES'], { phone: '+34600000001' }],
  ['a national number', '600 000 001', ['ES'], { phone: '+34600000001' }],
  ['a national number of the second country', '(11) 90000-0001', ['ES', 'BR'], { phone: '+5511900000001' }],
  ['an impossible number, kept as typed', '12-34', ['ES'], { phone: '1234' }],
  ['an e-mail', 'Ana@example.com', ['ES'], { email: 'Ana@example.com' }],
  ['a pasted number', '\u202a0034\u00a0(600) 000\u2011001\u202c', ['ES'], { phone: '+34600000001' }],
  ['a pasted e-mail', '\ufeffＡna@EXAMPLE.com ', ['ES'], { email: 'Ana@example.com' }],
  ['a name', 'García', ['ES'], { name: 'García' }],
  ['a name with a digit in it', 'Ana 2', ['ES'], { name: 'Ana 2' }],
])('the query is parsed: %s', (_, query, countries, expected) =>
  expect(parsePersonQuery(query, countries)).toEqual(expected),
)
