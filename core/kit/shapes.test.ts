import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { pagedList } from './paged-list.ts'
import { Code, Currency, listOf, Money, Password, Phone, SessionKey, Slug, Text } from './shapes.ts'

const PHONE = { number: '+34600000001', country: 'ES' }
const phone = (change: object) => ({ ...PHONE, ...change })

test.each<[string, v.GenericSchema, unknown[], unknown[]]>([
  [
    'the key of a cart',
    SessionKey,
    ['a'.repeat(22), 'Az09_-'.repeat(4), 'a'.repeat(64)],
    ['a'.repeat(21), 'a'.repeat(65), `${'a'.repeat(22)}/`, `/${'a'.repeat(22)}`, '', 7],
  ],
  ['a name in an address', Slug, ['a', 'vida-ligera-2', 'a'.repeat(80)], ['', 'a'.repeat(81), 'A', 'a b', ' a', 'ñ']],
  [
    'money in whole cents',
    Money,
    [
      { amount: 0, currency: 'EUR' },
      { amount: 4_500, currency: 'BRL' },
    ],
    [
      { amount: -1, currency: 'EUR' },
      { amount: 0.5, currency: 'EUR' },
      { amount: 1, currency: 'GBP' },
      { amount: 1 },
      {},
    ],
  ],
  [
    'an international phone number',
    Phone,
    [PHONE, phone({ number: '+123456' }), phone({ number: `+1${'2'.repeat(14)}` })],
    [
      ...['600000001', '+0600000', '+12345', `+1${'2'.repeat(15)}`, 'x+34600000001', '+34600000001x', '+34 600'].map(
        (number) => phone({ number }),
      ),
      ...['es', 'E', 'ESP', '1ES', ''].map((country) => phone({ country })),
      {},
    ],
  ],
  ['a password, blanks and all', Password, ['x', '   ', 'x'.repeat(128)], ['', 'x'.repeat(129)]],
  ['a code of six digits', Code, ['000000', '123456'], ['12345', '1234567', '12345a', 'a123456', '123456a', ' 12345']],
])('%s', (_, schema, good, bad) => {
  expect(good.filter((value) => !v.is(schema, value))).toEqual([])
  expect(bad.filter((value) => v.is(schema, value))).toEqual([])
})

test('the currencies are those of Spain, of Brazil and of the United States', () => {
  expect(Currency.options).toEqual(['EUR', 'BRL', 'USD'])
})

test('the length of a text excludes surrounding blanks', () => {
  expect(v.parse(Text(2, 5), '   Ana   ')).toBe('Ana')
  const fits = ['', ' a ', 'a', 'aa', ' aaaaa ', 'aaaaaa'].map((text) => v.is(Text(2, 5), text))
  expect(fits).toEqual([false, false, false, true, true, false])
})

describe('a paged list', () => {
  const query = pagedList(v.string()).query
  test('the default is the first page with twenty items', () => {
    expect(v.parse(query, {})).toEqual({ page: '1', pageSize: '20' })
  })
  test('a page has up to a hundred items', () => {
    const pages = (page: string) => v.is(query, { page })
    expect(['1', '10', '999999'].filter((page) => !pages(page))).toEqual([])
    expect(['0', '01', '-1', '1.5', '1000000', '1a', 'a1', ''].filter(pages)).toEqual([])
    const sizes = (pageSize: string) => v.is(query, { pageSize })
    expect(['1', '9', '10', '99', '100'].filter((size) => !sizes(size))).toEqual([])
    expect(['0', '05', '101', '110', '1000', '1a', 'a1', ''].filter(sizes)).toEqual([])
  })
  test('a list continues after a position, which is opaque', () => {
    expect(v.is(query, { after: 'WyIxIiwi_-' })).toBe(true)
    expect(v.is(query, { after: '1; drop table' })).toBe(false)
  })
  test('a reply has its page and the total', () => {
    const list = { items: ['a'], page: 1, pageSize: 20, total: 1 }
    expect(v.parse(listOf(v.string()), list)).toEqual(list)
    expect(v.is(listOf(v.string()), { ...list, items: [7] })).toBe(false)
    expect(v.is(listOf(v.string()), { items: [] })).toBe(false)
  })
})
