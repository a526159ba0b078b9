import { readFileSync } from 'node:fs'
import { connect as connectSocket, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { connect } from '../server/kit/db/db.ts'
import { makePatients, type SignedIn, tokensOf } from './patients.ts'
import { type BenchSystem, startBenchSystem } from './system.ts'

// How much memory an attacker can make the API hold: unique queries that defeat the cache, sockets that never
// authenticate, event streams that are never read.
const POLLS = Number(process.env.HOSTILE_POLLS ?? 100_000)
const CONNECTIONS = 16
const ROUNDS = 10
const SOCKETS = 500
const STREAMS = 500
const SESSIONS = 100
const MAX_MB = 400

const problems: string[] = []
const system = await startBenchSystem('vida-ligera')
try {
  const sessions = await openSessions(system)
  logMemory('at the start', system.api.pid)
  for (let round = 0; round < ROUNDS; round++) await poll(system, await signed(system, sessions), round)
  logMemory(`after ${POLLS} polls`, system.api.pid)
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openRaw(system.api.url, upgrade())))
  const headers = await signed(system, sessions)
  const asked = headers.flatMap((one) => Array.from({ length: STREAMS / SESSIONS }, () => stream(one)))
  const streams = await Promise.all(asked.map((head) => openRaw(system.api.url, head)))
  await sleep(2_000)
  logMemory(`with ${SOCKETS} sockets and ${STREAMS} streams that nobody reads`, system.api.pid)
  await health(system)
  for (const socket of [...sockets, ...streams]) socket.destroy()
  await sleep(15_000)
  logMemory('when they are gone', system.api.pid)
  const peak = megabytes(system.api.pid, 'VmHWM')
  console.log(`  the most at any time   ${peak} MB   aim ${MAX_MB}`)
  if (peak > MAX_MB) problems.push(`the API grew to ${peak} MB, above ${MAX_MB}`)
} finally {
  await system.stop()
}
for (const problem of problems) console.log(`FAILED  ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

function logMemory(when: string, pid: number): void {
  console.log(`  ${when.padEnd(60)} ${String(megabytes(pid, 'VmRSS')).padStart(6)} MB`)
}

function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const [_whole, kilobytes] =
    new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

async function openSessions({ databaseUrl }: BenchSystem): Promise<SignedIn[]> {
  const db = connect(databaseUrl, { max: 1 })
  const people = await makePatients(db, SESSIONS)
  await db.end()
  return people
}

/** Signed anew for each round: a token lives for five minutes, and the rounds may take longer. */
function signed(system: BenchSystem, sessions: SignedIn[]) {
  const tokenOf = tokensOf(system)
  return Promise.all(
    sessions.map(async (one) => ({ patientId: one.patientId, authorization: `Bearer ${await tokenOf(one)}` })),
  )
}
type PolledClient = Awaited<ReturnType<typeof signed>>[number]

/**
 * Every request is unique: unknown languages, undeclared query fields, and values that the declaration leaves open.
 */
async function poll({ api }: BenchSystem, clients: PolledClient[], round: number): Promise<void> {
  const long = 'x'.repeat(13_900)
  const amount = POLLS / ROUNDS
  let asked = amount * round
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const at = asked++
    const { patientId, authorization } = clients[at % clients.length] as PolledClient
    const list = `/v1/patients/${patientId}/consultations`
    const [path, locale] = [
      [list, `${at}${long}`],
      [`${list}?nobody=${at}${long.slice(0, 10_000)}`, 'es'],
      [`${list}?fields=${at}${long.slice(0, 280)}`, 'es'],
      [`${list.replace('/v1/p', `/v1/${at % 2 ? 'p' : '%70'}`)}?${'status=QUEUED&'.repeat(1 + (at % 20))}`, 'pt-BR'],
    ][at % 4] as [string, string]
    return { ...request, path, headers: { authorization, 'x-locale': locale } }
  }
  const result = await autocannon({ url: api.url, connections: CONNECTIONS, amount, requests: [{ setupRequest }] })
  const unexpected = Object.keys(result.statusCodeStats ?? {}).filter(
    (status) => !['200', '400', '404'].includes(status),
  )
  if (unexpected.length > 0 || result.errors > 0)
    throw new Error(`polls were answered with ${unexpected}, and ${result.errors} failed`)
}

function upgrade(): string {
  const key = Buffer.alloc(16, 7).toString('base64')
  return `GET /v1/calls HTTP/1.1\r\nhost: bench\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`
}

function stream({ authorization }: PolledClient): string {
  return `GET /v1/events HTTP/1.1\r\nhost: bench\r\nauthorization: ${authorization}\r\n\r\n`
}

/** A connection that sends this head and never reads the reply. */
async function openRaw(url: string, head: string): Promise<Socket> {
  const { hostname: host, port } = new URL(url)
  const socket = connectSocket({ host, port: Number(port) })
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))
  socket.write(head)
  socket.once('readable', () => socket.pause())
  return socket
}

async function health({ api }: BenchSystem): Promise<void> {
  const since = performance.now()
  const { ok } = await fetch(`${api.url}/readyz`)
  console.log(`  somebody else is answered in ${(performance.now() - since).toFixed(0)} ms`)
  if (!ok) problems.push('the API is not ready for anybody else')
}
