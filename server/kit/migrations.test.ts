import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type World } from '../testing/test-world.ts'
import { migrate } from './migrations.ts'

let world: World
beforeAll(async () => {
  world = await testWorld({ demo: false })
})
afterAll(() => world.close())

test('a migration takes as long as it takes: a large table, another program that migrates', async () => {
  const url = new URL(world.env.DATABASE_URL ?? '')
  // Far less than the ten seconds of every connection of ours.
  url.searchParams.set('statement_timeout', '100')
  const done = await world.db.begin(async (other) => {
    await other`select pg_advisory_xact_lock(727274)`
    const waiting = migrate(url.href)
    // Long after a statement of anybody else would have been given up.
    await other`select pg_sleep(0.5)`
    return { waiting }
  })
  expect(await done.waiting).toEqual([])
})
