import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { ConsultationType } from '../../consultation/consultation-summary.ts'
import { ConsultationStatus } from '../../consultation/status/status.ts'
import { isRatable, publishedRating, Rating } from './rating.ts'

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
  ['a comment without stars', { comment: 'Good.' }, false],
  ['stars and an empty comment', { stars: 5, comment: ' ' }, false],
  ['stars and a comment of the technical limit', { stars: 5, comment: 'x'.repeat(10_000) }, true],
  ['stars and a longer comment', { stars: 5, comment: 'x'.repeat(30_001) }, false],
])('a rating with %s', (_, rating, can) => expect(v.is(Rating, rating)).toBe(can))

test('an empty comment is stored as no comment', () => {
  expect(v.parse(Rating, { stars: 4 })).toEqual({ stars: 4, comment: null })
})

test.each([
  ['four ratings are too few', { count: 4, stars: 20 }, null],
  ['five ratings are published', { count: 5, stars: 25 }, { average: 5, count: 5 }],
  ['no ratings are not published', { count: 0, stars: 0 }, null],
  ['an average is rounded to one decimal', { count: 7, stars: 31 }, { average: 4.4, count: 7 }],
  ['half a decimal is rounded up', { count: 20, stars: 89 }, { average: 4.5, count: 20 }],
])('the published rating of a clinician: %s', (_, rating, expected) =>
  expect(publishedRating(rating)).toEqual(expected),
)
