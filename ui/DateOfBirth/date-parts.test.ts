import { expect, test } from 'vitest'
import { joinDate, partOrder, splitDate, typedDate } from './DateOfBirth.tsx'

test.each([
  ['es', ['day', 'month', 'year']],
  ['en', ['day', 'month', 'year']],
  ['en-US', ['month', 'day', 'year']],
  ['pt-BR', ['day', 'month', 'year']],
])('in %s the fields are %s', (locale, order) => expect(partOrder(locale, undefined)).toEqual(order))

test.each([
  ['dmy', ['day', 'month', 'year']],
  ['mdy', ['month', 'day', 'year']],
  ['ymd', ['year', 'month', 'day']],
] as const)('a partner with %s has the fields %s in every language', (order, parts) => {
  for (const locale of ['es', 'en', 'en-US', 'pt-BR']) expect(partOrder(locale, { order, hours: 24 })).toEqual(parts)
})

test.each([
  [{ day: '7', month: '3', year: '1962' }, '1962-03-07'],
  [{ day: '', month: '', year: '' }, ''],
  [{ day: '7', month: '', year: '1962' }, '1962--7'],
  [{ day: '7', month: '3', year: '62' }, '62-3-7'],
])('%o becomes "%s"', (parts, text) => expect(joinDate(parts)).toBe(text))

test('a typed date splits into the same parts again', () => {
  expect(splitDate('1962-03-07')).toEqual({ day: '07', month: '03', year: '1962' })
  expect(splitDate('1962--7')).toEqual({ day: '7', month: '', year: '1962' })
  expect(splitDate('')).toEqual({ day: '', month: '', year: '' })
})

test.each([
  ['dmy', '7 3 1962'],
  ['mdy', '3 7 1962'],
  ['ymd', '1962 3 7'],
] as const)('with the partner format %s the example is %s', (order, text) =>
  expect(typedDate('1962-03-07', partOrder('es', { order, hours: 24 }))).toBe(text),
)
