import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Campaign, isRunning } from './campaign.ts'

const autumn = { active: true, startsAt: '2026-09-01T00:00:00+02:00', endsAt: '2026-11-30T23:59:59+01:00' }

test.each([
  ['a second before it starts', autumn, '2026-08-31T21:59:59Z', false],
  ['the moment it starts', autumn, '2026-08-31T22:00:00Z', true],
  ['in its last second', autumn, '2026-11-30T22:59:59Z', true],
  ['a second later', autumn, '2026-11-30T23:00:00Z', false],
  ['in the middle, when it was switched off', { ...autumn, active: false }, '2026-10-01T00:00:00Z', false],
  ['at any time, when it has no end', { ...autumn, endsAt: null }, '2031-01-01T00:00:00Z', true],
  ['at any time before, when it has no start', { ...autumn, startsAt: null }, '2020-01-01T00:00:00Z', true],
])('whether a campaign runs: %s', (_, campaign, now, runs) => expect(isRunning(campaign, new Date(now))).toBe(runs))

const friends = {
  id: 4,
  slug: 'friends',
  name: 'Bring a friend',
  active: true,
  referrerText: 'Thank you',
  refereeText: 'Welcome',
  discount: { value: 20, valueType: 'PERCENTAGE' },
}

test('a campaign has a discount for the new patient, and by default none for the referrer', () => {
  expect(v.parse(Campaign, friends)).toEqual({
    ...friends,
    id: '4',
    startsAt: null,
    endsAt: null,
    referrerDiscount: null,
    referrerImage: null,
    linkImage: null,
    refereeImage: null,
  })
})

test.each([
  ['nothing', 0, false],
  ['the least', 1, true],
  ['half a percent', 1.5, false],
  ['all of it', 100, true],
  ['more than all of it', 101, false],
])('allowed discounts: %s', (_, value, can) => {
  const discount = { value, valueType: 'PERCENTAGE' }
  expect(v.is(Campaign, { ...friends, discount })).toBe(can)
  expect(v.is(Campaign, { ...friends, referrerDiscount: discount })).toBe(can)
  expect(v.is(Campaign, { ...friends, discount: { value, valueType: 'EUR' } })).toBe(false)
})
