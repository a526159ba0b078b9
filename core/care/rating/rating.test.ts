import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { ConsultationType } from '../../consultation/consultation-summary.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { isRatable, Rating, shownRating } from './rating.ts'

test('only a consultation that took place can be rated', () => {
  const of = (type: ConsultationType) => ConsultationStatus.options.filter((status) => isRatable({ status, type }))
  expect(of('scheduled')).toEqual(['CLOSED', 'CLOSED_WITH_ERROR'])
  expect(of('medical-update')).toEqual([])
})

test.each([
  ['no star', { stars: 0 }, false],
  ['one star', { stars: 1 }, true],
  ['a star and a half', { stars: 1.5 }, false],
  ['five stars', { stars: 5 }, true],
  ['six stars', { stars: 6 }, false],
  ['a word without a star', { comment: 'Good.' }, false],
  ['stars and an empty word', { stars: 5, comment: ' ' }, false],
  ['stars and a page, or as long as the partner allows', { stars: 5, comment: 'x'.repeat(10_000) }, true],
  ['stars and a book', { stars: 5, comment: 'x'.repeat(30_001) }, false],
])('a rating with %s', (_, rating, can) => expect(v.is(Rating, rating)).toBe(can))

test('an empty comment is stored as no comment', () => {
  expect(v.parse(Rating, { stars: 4 })).toEqual({ stars: 4, comment: null })
})

test.each([
  ['four ratings, the best that there are', { count: 4, stars: 20 }, null],
  ['five', { count: 5, stars: 25 }, { average: 5, count: 5 }],
  ['none', { count: 0, stars: 0 }, null],
  ['what lies between two decimals, to the nearer', { count: 7, stars: 31 }, { average: 4.4, count: 7 }],
  ['half a decimal, upwards', { count: 20, stars: 89 }, { average: 4.5, count: 20 }],
])('the published rating of a clinician: %s', (_, given, told) => expect(shownRating(given)).toEqual(told))
