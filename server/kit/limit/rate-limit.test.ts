import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { countUse, findUseCount, restoreUse } from './rate-limit.ts'

const context = await createTestContext()
const { db, services } = context
const LIMIT = { name: 'tries', most: 2, seconds: 60 }
const use = () => countUse(db, services.secrets, LIMIT, 'somebody')
const count = () => findUseCount(db, services.secrets, LIMIT, 'somebody')
const pass = (seconds: number) => db`
  update rate_count set started_at = started_at - make_interval(secs => ${seconds}),
    ends_at = ends_at - make_interval(secs => ${seconds})`

test('a period begins with its first use, ends after its length, and begins anew with the next use', async () => {
  expect(await use()).toMatchObject({ count: 1, over: false, retryAfter: 60 })
  await pass(50)
  expect(await use()).toMatchObject({ count: 2, over: false })
  const refused = await use()
  expect(refused).toMatchObject({ count: 3, over: true })
  expect(refused.retryAfter).toBeLessThanOrEqual(10)
  await pass(10)
  expect(await count()).toBe(0)
  expect(await use()).toMatchObject({ count: 1, over: false, retryAfter: 60 })
})

test('of many at the same moment, before the first use and after the end of a period, none is forgotten', async () => {
  for (const round of ['before the first use', 'after the end']) {
    await (round === 'after the end' ? pass(60) : db`delete from rate_count`)
    const counts = (await Promise.all(Array.from({ length: 20 }, use))).map((used) => used.count)
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  }
})

test('a use that is given back does not count, and there are never fewer than none', async () => {
  await db`delete from rate_count`
  await use()
  for (let times = 0; times < 2; times++) await restoreUse(db, services.secrets, LIMIT, 'somebody')
  expect(await count()).toBe(0)
})
