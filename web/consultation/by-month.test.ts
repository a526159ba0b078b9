import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { byMonth } from './by-month.ts'

afterEach(() => void vi.unstubAllEnvs())

loadMessages('es', {})
const MADRID = 'Europe/Madrid'
const on = (createdAt: string, startTime: string | null = null) => ({ createdAt, startTime })

test('a consultation belongs to the month in which it starts, not in which it was booked [B2.21]', () => {
  const months = byMonth([on('2026-10-30T10:00:00Z', '2026-11-02T10:00:00Z')], 'soonest', MADRID)
  expect(months.map(({ month }) => month)).toEqual(['Noviembre de 2026'])
})

test('without a start the day of the booking counts [B2.21]', () => {
  expect(byMonth([on('2026-10-30T10:00:00Z')], 'latest', MADRID)[0]?.month).toBe('Octubre de 2026')
})

test('upcoming consultations start with the soonest, past ones with the latest', () => {
  const a = on('2026-10-01T10:00:00Z')
  const b = on('2026-11-01T10:00:00Z')
  expect(byMonth([b, a], 'soonest', MADRID).flatMap(({ consultations }) => consultations)).toEqual([a, b])
  expect(byMonth([a, b], 'latest', MADRID).flatMap(({ consultations }) => consultations)).toEqual([b, a])
})

test('consultations of one month form one group [B2.21]', () => {
  const early = on('2026-10-01T10:00:00Z')
  const late = on('2026-10-30T10:00:00Z')
  const next = on('2026-11-02T10:00:00Z')
  expect(byMonth([next, early, late], 'soonest', MADRID)).toEqual([
    { month: 'Octubre de 2026', consultations: [early, late] },
    { month: 'Noviembre de 2026', consultations: [next] },
  ])
})

test.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC'])(
  "the month is in the partner's time zone, on a device in %s too [B2.21]",
  (TZ) => {
    vi.stubEnv('TZ', TZ)
    const chargeOf = (at: string) => byMonth([on(at)], 'latest', MADRID)[0]?.month
    expect(chargeOf('2026-10-31T22:59:59Z')).toBe('Octubre de 2026')
    expect(chargeOf('2026-10-31T23:00:00Z')).toBe('Noviembre de 2026')
    expect(chargeOf('2026-11-30T22:59:59Z')).toBe('Noviembre de 2026')
    expect(chargeOf('2026-11-30T23:00:00Z')).toBe('Diciembre de 2026')
  },
)
