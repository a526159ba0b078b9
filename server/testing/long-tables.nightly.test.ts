import { expect, test } from 'vitest'
import { needsCaller } from '../kit/http/access.ts'
import { servedCalls } from '../kit/http/serve.ts'
import { POLICY } from './policy/test-policy.ts'
import type { Actor } from './policy/test-rule.ts'
import { callName, createActors } from './test-actors.ts'
import { createTestContext } from './test-contexts.ts'
import { buildInput } from './test-inputs.ts'
import { multiplyClinic } from './test-long-tables.ts'

const TIMES = 5_000
/** More rows of a long table than any page needs: the waiting times of each product come from the last fifty consultations. */
const MANY = 3_000
const ANYBODY = ['holder', 'manager', 'inCare', 'machine'] as const

// Each statement may run on either connection of the smallest pool.
const context = await createTestContext({ demo: true, env: { DATABASE_POOL: '2' } })
const actors = await createActors(context)
const { db, owner, services } = context

/** Rows of each long table that have been read so far, by any way. */
async function countRowsRead(): Promise<Map<string, number>> {
  // Connections report when they are told to. Both sleep a little, so that both are asked.
  await Promise.all([1, 2].map(() => db`select pg_stat_force_next_flush(), pg_sleep(0.02)`))
  const rows = await owner<{ name: string; read: string }[]>`
    select relname as name, seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where n_live_tup >= ${TIMES}`
  return new Map(rows.map(({ name, read }) => [name, Number(read)]))
}

test('no read of the API reads more rows as the clinic grows', { timeout: 600_000 }, async () => {
  await multiplyClinic(owner, TIMES)
  const found: string[] = []
  const answered = new Set<string>()
  for (const call of servedCalls.filter(({ method }) => method === 'GET')) {
    const rule = POLICY[callName(call)]
    const input = rule ? buildInput(actors, { isStrict: true, ...rule }, actors.holder) : {}
    const permitted: readonly Actor[] = rule?.opens ?? (needsCaller(call.access) ? ANYBODY : ['guest'])
    for (const actor of permitted) {
      const token = actors.tokens[actor]
      services.cache.clear()
      const before = await countRowsRead()
      const { status } = await context.sendCall(call, input as never, token ? { token } : {})
      if (status >= 500) found.push(`${actor} ${callName(call)}: ${status}`)
      if (status !== 200) continue
      answered.add(callName(call))
      for (const [name, read] of await countRowsRead()) {
        const rows = read - (before.get(name) ?? 0)
        if (rows > MANY) found.push(`${actor} ${callName(call)}: ${rows} rows of ${name}`)
      }
    }
  }
  expect(found).toEqual([])
  expect(answered.size).toBeGreaterThan(100)
})
