import { setTimeout as sleep } from 'node:timers/promises'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { CallFailed, OFFLINE } from '@cuida/ui/client/call-failed.ts'
import { createChangeEvents } from '@cuida/ui/client/change-events.ts'
import { retryPolicy } from '@cuida/ui/client/queries/retry.ts'
import { connect } from '../server/kit/db/db.ts'
import { makePatients, type SignedIn, tokensOf } from './patients.ts'
import { startBenchSystem } from './system.ts'

// The only API process is restarted while pages are open: when each of them is back. Streams and waiting times are those
// of the clients' own code.
const PARTNER = 'vida-ligera'
const STREAMS = 500
const POLLS = 200
const WATCH_MS = 45_000
const AIM_MS = 30_000

interface Client {
  hasAnswer: boolean
  /** Milliseconds from the beginning of the restart to the first answer after it. */
  backMs?: number
  failuresAfter: number
}

const problems: string[] = []
const system = await startBenchSystem(PARTNER, { env: { LOAD_SHEDDING: 'on' } })
try {
  const { url } = system.api
  const db = connect(system.databaseUrl, { max: 1 })
  const people = await makePatients(db, STREAMS + POLLS)
  await db.end()
  const tokenOf = tokensOf(system)
  const clients = new Map<string, Client>()
  const streams: Client[] = []
  const polls: Client[] = []
  let restartedAt = 0
  /** The old process still answers some requests while it stops. */
  let hasStopped = false
  let isOver = false

  function note(client: Client | undefined, isOk: boolean): void {
    if (!client || isOver) return
    client.hasAnswer ||= isOk
    if (!hasStopped) return
    if (!isOk && client.backMs !== undefined) client.failuresAfter++
    if (isOk) client.backMs ??= performance.now() - restartedAt
  }

  const plainFetch = globalThis.fetch
  /** The code of a page calls `fetch` itself. Its token tells the client. */
  globalThis.fetch = async (input, init) => {
    const client = clients.get(new Headers(init?.headers).get('authorization') ?? '')
    const reply = await plainFetch(input, init).catch((error: unknown) => {
      note(client, false)
      throw error
    })
    note(client, reply.ok)
    return reply
  }
  Object.assign(globalThis, { document: { visibilityState: 'visible', addEventListener() {} } })

  function join(group: Client[], token: string): Record<string, string> {
    const client = { hasAnswer: false, failuresAfter: 0 }
    group.push(client)
    clients.set(`Bearer ${token}`, client)
    return { authorization: `Bearer ${token}` }
  }

  function openStream(token: string): void {
    join(streams, token)
    const session = { isSignedIn: () => true, token: async () => token, refused() {}, onChange: () => () => {} }
    createChangeEvents(session as never, `${url}/v1/events`).onChange(() => {})
  }

  const { retryDelay } = retryPolicy(() => true)
  async function keepPolling(token: string, { patientId }: SignedIn): Promise<void> {
    const headers = join(polls, token)
    const path = `${url}/v1${listConsultations.path.replace(':patientId', patientId)}`
    await sleep(Math.random() * POLL.every5s)
    for (let failures = 0; !isOver; ) {
      const reply = await fetch(path, { headers }).catch(() => undefined)
      await reply?.arrayBuffer()
      if (reply?.ok) {
        failures = 0
        await sleep(POLL.every5s)
      } else {
        const retryAfter = Number(reply?.headers.get('retry-after')) || undefined
        await sleep(retryDelay(failures++, new CallFailed(reply?.status ?? 0, '', { code: OFFLINE }, retryAfter)))
      }
    }
  }

  for (const person of people.slice(0, STREAMS)) openStream(await tokenOf(person))
  for (const person of people.slice(STREAMS)) void keepPolling(await tokenOf(person), person)
  while ([...clients.values()].some(({ hasAnswer }) => !hasAnswer)) await sleep(100)
  await sleep(POLL.every5s)

  restartedAt = performance.now()
  await system.api.stop()
  hasStopped = true
  await system.start('server/main.ts', { PORT: new URL(url).port })
  const downMs = performance.now() - restartedAt
  await sleep(WATCH_MS - downMs)
  isOver = true
  console.log(`\nThe API process was away for ${(downMs / 1_000).toFixed(1)} s.`)
  print('streams', streams)
  print('polling clients', polls)
} finally {
  await system.stop()
}
for (const problem of problems) console.log(`FAILED  ${problem}`)
process.exit(problems.length > 0 ? 1 : 0)

function print(name: string, group: Client[]): void {
  const back = group.flatMap(({ backMs }) => (backMs === undefined ? [] : [backMs]))
  const last = Math.max(...back)
  const failures = group.reduce((sum, { failuresAfter }) => sum + failuresAfter, 0)
  console.log(`\n${back.length} of ${group.length} ${name} were back, the last after ${(last / 1_000).toFixed(1)} s`)
  const seconds = back.map((ms) => Math.floor(ms / 1_000))
  for (let second = 0; second <= Math.max(...seconds); second++) {
    const count = seconds.filter((each) => each === second).length
    if (count > 0)
      console.log(`${String(second).padStart(4)} s ${String(count).padStart(5)}  ${'#'.repeat(Math.ceil(count / 5))}`)
  }
  console.log(`failures of clients that were back: ${failures}`)
  if (back.length < group.length) problems.push(`${group.length - back.length} ${name} did not come back`)
  if (last >= AIM_MS) problems.push(`the last of the ${name} was back after ${(last / 1_000).toFixed(1)} s`)
  if (failures > 0) problems.push(`${name} failed ${failures} times after they were back`)
}
