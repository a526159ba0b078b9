import { test } from '@playwright/test'
import { bookHour, remote } from './booked.ts'
import { letTheHourCome } from './clock.ts'
import { HOLDER } from './patient-browser.ts'
import { PEOPLE } from './people.ts'
import { type Place, type RunningSystem, startSystem } from './system.ts'

/**
 * What a journey plays on: it runs from before the first test of this file, or of this group, until after the last, and is
 * filled in then.
 */
export function ownSystem(partner: string, place: Place | (() => Promise<Place>) = {}): RunningSystem {
  const system = {} as RunningSystem
  let running: RunningSystem | undefined
  test.beforeAll(async () => {
    running = await startSystem(partner, typeof place === 'function' ? await place() : place)
    Object.assign(system, running)
  })
  test.afterAll(async ({ browser }) => {
    // Pages that nobody looks at any more would go on asking.
    for (const context of browser.contexts()) await context.close()
    await running?.stop()
  })
  return system
}

/** Ana’s hour with Marta has come: the consultation, which nobody has begun. */
export async function anasHour({ url, databaseUrl }: RunningSystem): Promise<string> {
  const who = await remote(url, HOLDER.phone)
  const { consultationId } = await bookHour(who, PEOPLE[0]?.video ?? '', 'Dra. Marta Vidal Costa')
  await letTheHourCome(databaseUrl)
  return consultationId
}
