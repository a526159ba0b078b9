import { expect, test } from 'vitest'
import { parseCsv, toCsv } from './csv.ts'

const cellsIn = (text: string) => parseCsv(text).rows.map(({ cells }) => cells)

test.each(['\n', '\r\n', '\r'])('rows end at the line break %j', (end) => {
  expect(cellsIn(['a;b', '1;2', '3;4'].join(end) + end)).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ])
})

test.each([
  ['a delimiter', '"a;b";c', ['a;b', 'c']],
  ['a line break', '"a\r\nb";c', ['a\r\nb', 'c']],
  ['doubled quotes', '"a ""b"" c";d', ['a "b" c', 'd']],
  ['no text', '"";""', undefined],
  ['a missing end quote', '"a;b', ['a;b']],
  ['quotes in the middle, as part of the text', 'a"b;c', ['a"b', 'c']],
  ['empty cells at both ends', ';b;', ['', 'b', '']],
])('a quoted cell may hold %s', (_, text, cells) => expect(cellsIn(text)[0]).toEqual(cells))

/** Deterministic pseudo-random numbers. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 48271) % 2147483647
    return state % sides
  }
}
const SIGNS = ['a', 'ñ', '"', ';', ',', '\t', '\r', '\n', ' ', '=', '+', '-', '@', "'", '👩‍⚕️']

test.each([';', ',', '\t'])(
  'any table written with delimiter %j reads back the same, and no cell is a formula',
  (delimiter) => {
    const roll = dice(7)
    for (let round = 0; round < 500; round++) {
      const cell = () => Array.from({ length: roll(6) }, () => SIGNS[roll(SIGNS.length)]).join('')
      // The heading reveals the delimiter, and the last cell keeps every row non-empty.
      const rows = Array.from({ length: 1 + roll(4) }, () => [cell(), cell(), 'x'])
      const read = parseCsv(toCsv([['one', 'two', 'three'], ...rows], delimiter))
      expect(read.delimiter).toBe(delimiter)
      const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
      expect(read.rows.slice(1).map(({ cells }) => cells)).toEqual(rows.map((cells) => cells.map(safe)))
    }
  },
)
