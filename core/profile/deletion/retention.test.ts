import { expect, test } from 'vitest'
import { retentionOf } from './retention.ts'

const day = (text: string) => new Date(`${text}T10:00:00Z`)
const dates = (deleted: string, care: string | undefined, country: string) => {
  const { accountUntil, clinicalUntil } = retentionOf(day(deleted), care ? day(care) : undefined, country)
  return [accountUntil, clinicalUntil].map((date) => date.toISOString().slice(0, 10))
}

test.each([
  ['Spain, cared for a year before', '2026-06-01', '2025-06-01', 'ES', ['2031-06-01', '2031-06-01']],
  ['never cared for', '2026-06-01', undefined, 'BR', ['2031-06-01', '2031-06-01']],
  ['Brazil, cared for on the same day', '2026-06-01', '2026-06-01', 'BR', ['2031-06-01', '2046-06-01']],
  [
    'Brazil, so long ago that the deletion is what counts',
    '2026-06-01',
    '2011-05-31',
    'BR',
    ['2031-06-01', '2031-06-01'],
  ],
  ['Brazil, a day later than that', '2026-06-01', '2011-06-02', 'BR', ['2031-06-01', '2031-06-02']],
  ['deleted on 29 February: never a day early', '2028-02-29', undefined, 'ES', ['2033-03-01', '2033-03-01']],
])('%s [A9.8]', (_, deleted, care, country, expected) => expect(dates(deleted, care, country)).toEqual(expected))
