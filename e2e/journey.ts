import { test } from '@playwright/test'
import { bookSlot, remote } from './book-slot.ts'
import { moveStartsToNow } from './clock.ts'
import { HOLDER } from './patient-browser.ts'
import { PEOPLE } from './people.ts'
import { type Place, type RunningSystem, startSystem } from './system.ts'

/**
 * The system of a journey: started before the first test of the file or group, filled in then, and stopped after the
 * last.
 */
export function ownSystem(partner: string, settings: Place | (() => Promise<Place>) = {}): RunningSystem {
  const system = {} as RunningSystem
  let running: RunningSystem | undefined
  test.beforeAll(async () => {
    running = await startSystem(partner, typeof settings === 'function' ? await settings() : settings)
    Object.assign(system, running)
  })
  test.afterAll(async ({ browser }) => {
    // Open pages would continue polling.
    for (const context of browser.contexts()) await context.close()
    await running?.stop()
  })
  return system
}

/** Starts the time of Ana’s booked consultation with Marta, without anybody in it; returns its id. */
export async function startAnasSlot({ url, databaseUrl }: RunningSystem): Promise<string> {
  const client = await remote(url, HOLDER.phone)
  const { consultationId } = await bookSlot(client, PEOPLE[0]?.video ?? '', 'Dra. Marta Vidal Costa')
  await moveStartsToNow(databaseUrl)
  return consultationId
}
