import { expect, test } from 'vitest'
import { bookedKey } from './PatientStatusChip.tsx'

const START = '2026-11-26T15:20:00Z'
test.each([
  ['until it begins', '2026-11-26T15:19:59Z', 'CONFIRMED'],
  ['and from then on its patient waits', START, 'WAITING'],
])('a booked time is confirmed: %s', (_, now, key) => expect(bookedKey(START, new Date(now))).toBe(key))
