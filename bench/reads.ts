import { setTimeout as sleep } from 'node:timers/promises'
import { Agent } from 'undici'
import { connect } from '../server/kit/db/db.ts'
import { makePatients, type SignedIn, tokensOf } from './patients.ts'
import type { BenchSystem } from './system.ts'

export interface Reply {
  status: number
  ms: number
  retryAfter: string | null
}

export type Read = () => Promise<Reply>

/** Reads that the database answers each time, by many patients in turn. */
export async function createReader(
  bench: BenchSystem,
  patients: number,
  pathsOf: (person: SignedIn) => readonly string[],
): Promise<Read> {
  const db = connect(bench.databaseUrl, { max: 1 })
  const people = await makePatients(db, patients)
  await db.end()
  const tokenOf = tokensOf(bench)
  const readers = await Promise.all(
    people.map(async (person) => ({
      paths: pathsOf(person),
      headers: { authorization: `Bearer ${await tokenOf(person)}` },
    })),
  )
  const agent = new Agent({ connections: 500, pipelining: 1 })
  let sent = 0
  return async () => {
    const at = sent++
    const { paths = [], headers = {} } = readers[at % readers.length] ?? {}
    const path = `/v1${paths[at % paths.length]}`
    const startedAt = performance.now()
    const reply = await agent.request({ origin: bench.api.url, path, method: 'GET', headers }).catch(() => undefined)
    await reply?.body.dump()
    const ms = performance.now() - startedAt
    return { status: reply?.statusCode ?? 0, ms, retryAfter: reply?.headers['retry-after']?.toString() ?? null }
  }
}

/** Reads at this rate, whether or not earlier requests have been answered. */
export async function runOpenLoop(read: Read, perSecond: number, forMs: number): Promise<Reply[]> {
  const replies: Promise<Reply>[] = []
  const startedAt = performance.now()
  for (;;) {
    const elapsed = performance.now() - startedAt
    if (elapsed > forMs) break
    const due = Math.floor((elapsed / 1_000) * perSecond)
    while (replies.length < due) replies.push(read())
    await sleep(5)
  }
  return Promise.all(replies)
}

/** Starts the action again and again; each result is `done` or the reason of a failure. */
export function repeat(everyMs: number, act: () => Promise<unknown>) {
  const running: Promise<string>[] = []
  const timer = setInterval(() => {
    const result = act().then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.message : 'failed'),
    )
    running.push(result)
  }, everyMs)
  return {
    stop() {
      clearInterval(timer)
      return Promise.all(running)
    },
  }
}
