import { loadWords } from '@cuida/ui/words/words.ts'
import { expect, test } from 'vitest'
import { byMonth } from './by-month.ts'

loadWords('es', {})
const on = (createdAt: string, startTime: string | null = null) => ({ createdAt, startTime })

test('a consultation counts to the month in which it begins, not in which it was booked', () => {
  const months = byMonth([on('2026-10-30T10:00:00Z', '2026-11-02T10:00:00Z')], 'soonest')
  expect(months.map(({ month }) => month)).toEqual(['Noviembre de 2026'])
})

test('without a start the day of the booking counts', () => {
  expect(byMonth([on('2026-10-30T10:00:00Z')], 'latest')[0]?.month).toBe('Octubre de 2026')
})

test('upcoming ones begin with the soonest, past ones with the latest', () => {
  const [a, b] = [on('2026-10-01T10:00:00Z'), on('2026-11-01T10:00:00Z')]
  expect(byMonth([b, a], 'soonest').flatMap(({ consultations }) => consultations)).toEqual([a, b])
  expect(byMonth([a, b], 'latest').flatMap(({ consultations }) => consultations)).toEqual([b, a])
})
