import { localTime, momentOf } from '@cuida/core/kit/zone.ts'
import type { DemoMoment } from './articles.ts'

const DAY_MS = 86_400_000

/** ISO 8601, of a day counted from the one that it is in `timeZone` now. */
export function demoMoment({ inDays, at }: DemoMoment, timeZone: string, now: Date): string {
  const today = Date.parse(`${localTime(timeZone, now).day}T00:00:00Z`)
  const day = new Date(today + inDays * DAY_MS).toISOString().slice(0, 10)
  return momentOf(timeZone, day, at).toISOString()
}
