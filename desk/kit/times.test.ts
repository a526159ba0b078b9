import { loadWords } from '@cuida/ui/words/words.ts'
import { beforeAll, expect, test } from 'vitest'
import { clinicZone, keepZone, timeWords, zoneWords } from './times.ts'

beforeAll(() => loadWords('en', { 'ui.timeZone': '{city} time ({offset})' } as never))

test('a desk in another zone tells the times that the clinic’s patients read', () => {
  keepZone('Europe/Madrid')
  const now = Date.parse('2026-11-21T16:00:00Z')
  expect(timeWords('2026-11-21T17:00:00Z', now)).toBe('18:00')
  keepZone('America/Sao_Paulo')
  expect(clinicZone()).toBe('America/Sao_Paulo')
  expect(timeWords('2026-11-21T17:00:00Z', now)).toBe('14:00')
})

test('what day it is, the clinic’s calendar says too', () => {
  keepZone('Europe/Madrid')
  const justAfterMidnight = Date.parse('2026-11-21T23:30:00Z')
  expect(timeWords('2026-11-22T08:00:00Z', justAfterMidnight)).toBe('09:00')
  expect(timeWords('2026-11-21T22:30:00Z', justAfterMidnight)).toBe('21 Nov 23:30')
})

test('the zone is named where the device’s clock shows another time, and only there', () => {
  const now = Date.parse('2026-11-21T16:00:00Z')
  keepZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(zoneWords(now)).toBeUndefined()
  keepZone('Asia/Tokyo')
  expect(zoneWords(now)).toContain('Tokyo')
})
