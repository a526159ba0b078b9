import { expect, test } from 'vitest'
import { csvOf, rowsOf } from './csv.ts'

const cellsIn = (text: string) => rowsOf(text).rows.map(({ cells }) => cells)

test.each(['\n', '\r\n', '\r'])('lines end as the system that wrote them ends them: %j', (end) => {
  expect(cellsIn(['a;b', '1;2', '3;4'].join(end) + end)).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ])
})

test.each([
  ['a delimiter', '"a;b";c', ['a;b', 'c']],
  ['a line’s end', '"a\r\nb";c', ['a\r\nb', 'c']],
  ['quotes', '"a ""b"" c";d', ['a "b" c', 'd']],
  ['nothing', '"";""', undefined],
  ['no end', '"a;b', ['a;b']],
  ['quotes in the middle of a cell, which are its own', 'a"b;c', ['a"b', 'c']],
  ['empty cells at both ends', ';b;', ['', 'b', '']],
])('a cell in quotes may hold %s', (_, text, cells) => expect(cellsIn(text)[0]).toEqual(cells))

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 48271) % 2147483647
    return state % sides
  }
}
const SIGNS = ['a', 'ñ', '"', ';', ',', '\t', '\r', '\n', ' ', '=', '+', '-', '@', "'", '👩‍⚕️']

test.each([';', ',', '\t'])(
  'whatever is written with %j between is read again, and no cell begins a formula',
  (delimiter) => {
    const roll = dice(7)
    for (let round = 0; round < 500; round++) {
      const cell = () => Array.from({ length: roll(6) }, () => SIGNS[roll(SIGNS.length)]).join('')
      // A head by which the delimiter is known, and a last cell by which no row is empty.
      const rows = Array.from({ length: 1 + roll(4) }, () => [cell(), cell(), 'x'])
      const read = rowsOf(csvOf([['one', 'two', 'three'], ...rows], delimiter))
      expect(read.delimiter).toBe(delimiter)
      const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
      expect(read.rows.slice(1).map(({ cells }) => cells)).toEqual(rows.map((cells) => cells.map(safe)))
    }
  },
)
