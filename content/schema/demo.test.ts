import { expect, test } from 'vitest'
import { cutBreaks } from './demo.ts'

const hours = [{ days: [1, 2], starts: '09:00', ends: '17:00' }]

test.each([
  ['no break leaves the day whole', [], ['09:00-17:00']],
  ['lunch cuts it in two', [['13:00', '14:00']], ['09:00-13:00', '14:00-17:00']],
  [
    'two breaks cut it in three',
    [
      ['11:00', '11:30'],
      ['13:00', '14:00'],
    ],
    ['09:00-11:00', '11:30-13:00', '14:00-17:00'],
  ],
  ['a break at the start shortens it', [['08:00', '10:00']], ['10:00-17:00']],
  ['a break at the end shortens it', [['16:00', '17:00']], ['09:00-16:00']],
  ['a break outside changes nothing', [['17:00', '18:00']], ['09:00-17:00']],
  ['a break all day leaves nothing', [['00:00', '24:00']], []],
])('%s', (_, breaks, expected) => {
  const rows = cutBreaks(
    hours,
    breaks.map(([starts = '', ends = '']) => ({ days: [1], starts, ends })),
  )
  expect(rows.filter(({ weekday }) => weekday === 1).map(({ starts, ends }) => `${starts}-${ends}`)).toEqual(expected)
  expect(rows.filter(({ weekday }) => weekday === 2)).toHaveLength(1)
})
