import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { connect, connectOnce, type Db, isDatabaseDown, type Tx } from './db.ts'

/** The full test uses `CUT_ROUNDS=50`. */
const ROUNDS = Number(process.env.CUT_ROUNDS ?? 8)

let db: Db
const context = await createTestContext()
await context.owner.unsafe('create table pair (id int, half int, primary key (id, half)); grant all on pair to public')
beforeEach(async () => {
  db = connect(context.env.DATABASE_URL ?? '', { max: 4, name: 'cut-me' })
  await context.db`truncate pair`
  return () => db.end({ timeout: 1 })
})

const terminateBackends = () =>
  context.db`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cut-me'`
const result = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isDatabaseDown(error) ? 'down' : error),
  )
const halves = async () => (await context.db`select id, half from pair order by id, half`).map(({ half }) => half)
const put = async (sql: Tx | Db, id: number, half: number) => void (await sql`insert into pair values (${id}, ${half})`)

/** What a transaction is doing when its connection is cut. */
const MOMENTS: [string, (tx: Tx, cutting: Promise<unknown>) => Promise<unknown>][] = [
  ['waits for a statement', async (tx) => tx`select pg_sleep(5)`.catch(() => {})],
  ['thinks about something else', (_, cutting) => cutting.then(() => sleep(50))],
  ['waits for a statement, and gives up after it', (tx) => tx`select pg_sleep(5)`],
  ['has sent several in one go', (tx) => Promise.all([tx`select pg_sleep(5)`, tx`select 1`, tx`select 2`])],
  ['is inside a savepoint', (tx) => tx.savepoint((inner) => inner`select pg_sleep(5)`)],
  ['reads rows', (tx) => tx`select pg_sleep(0.01), repeat('x', 2000) from generate_series(1, 400)`],
]

describe.each(MOMENTS)('a transaction that %s when its connection is cut', (_, moment) => {
  test('the transaction fails, leaves nothing, and does not continue on another connection', async () => {
    const { promise: isUnderWay, resolve: markUnderWay } = Promise.withResolvers<void>()
    const cutting = isUnderWay.then(() => sleep(30)).then(terminateBackends)
    const work = db.begin(async (tx) => {
      await put(tx, 1, 1)
      markUnderWay()
      await moment(tx, cutting)
      await put(tx, 1, 2)
    })
    const others = cutting.then(() =>
      Promise.all([2, 3, 4, 5, 6, 7].map((id) => result(db.begin((tx) => Promise.all([put(tx, id, 1), sleep(80)]))))),
    )
    expect(await result(work)).toBe('down')
    expect(new Set(await others)).toEqual(new Set(['done']))
    expect(await halves()).toEqual([1, 1, 1, 1, 1, 1])
    expect(await db`select 1 as one`).toEqual([{ one: 1 }])
  })
})

test('an idle connection that is cut is replaced before the next query', async () => {
  let closedCount = 0
  db.options.onclose = () => closedCount++
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all([1, 2, 3, 4].map(() => db`select pg_sleep(0.01)`))
    const { length: open } = await terminateBackends()
    // A query before this process notices the cut fails with "database down".
    await expect.poll(() => closedCount).toBe(open)
    closedCount = 0
    expect(await Promise.all([1, 2, 3, 4, 5].map((n) => db`select ${n}::int as n`))).toEqual(
      [1, 2, 3, 4, 5].map((n) => [{ n }]),
    )
  }
})

test('under load and repeated cuts, every transaction is complete or reported as failed, and every result is of its own query', async () => {
  let id = 0
  const until = { over: false }
  const strange: unknown[] = []
  const done: number[] = []
  const write = async () => {
    while (!until.over) {
      const ownId = id++
      const outcome = await result(
        db.begin(async (tx) => {
          await put(tx, ownId, 1)
          await [turn, () => sleep(3), () => tx`select 1`][ownId % 3]?.()
          await put(tx, ownId, 2)
        }),
      )
      if (outcome === 'done') done.push(ownId)
      else if (outcome !== 'down') strange.push(outcome)
      await turn()
    }
  }
  const read = async () => {
    while (!until.over) {
      const n = id++
      const rows =
        await db`select ${n}::int + i as n, ${['a', null, 'q"\\{}']}::text[] as list from generate_series(1, 3) i`.catch(
          (error: unknown) => void (isDatabaseDown(error) || strange.push(error)),
        )
      const right = [1, 2, 3].map((i) => ({ n: n + i, list: ['a', null, 'q"\\{}'] }))
      if (rows && JSON.stringify(rows) !== JSON.stringify(right)) strange.push(rows)
      await turn()
    }
  }
  const load = [...Array(8).fill(write), ...Array(16).fill(read)].map((each) => each())
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(10 + ((round * 37) % 90))
    await terminateBackends()
  }
  const before = done.length
  await expect.poll(() => done.length).toBeGreaterThan(before + 20)
  until.over = true
  await Promise.all(load)
  expect(strange).toEqual([])
  const stored = await context.db<{ id: number; n: number }[]>`select id, count(*)::int as n from pair group by id`
  expect(stored.filter(({ n }) => n !== 2)).toEqual([])
  // A commit whose response was lost may have happened; a confirmed one must be stored.
  const storedIds = new Set(stored.map((row) => row.id))
  expect(done.filter((one) => !storedIds.has(one))).toEqual([])
})

test('a dedicated session ends with its connection, and its lock passes to nobody by mistake', async () => {
  const own = connectOnce(context.env.DATABASE_URL ?? '', 'cut-me')
  await own`select pg_advisory_lock(1)`
  await terminateBackends()
  await sleep(50)
  expect(await result(own`select 1`)).toBe('down')
})
