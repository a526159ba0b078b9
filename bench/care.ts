import { setTimeout as sleep } from 'node:timers/promises'
import { createTokens } from '../server/kit/crypto/tokens.ts'
import { connect } from '../server/kit/db/db.ts'
import { makePatients, tokensOf } from './patients.ts'
import { at } from './rounds.ts'
import { type BenchSystem, startBenchSystem } from './system.ts'
import { openWire } from './wire.ts'

// Ten thousand patients with the app open ask as often as the specification says (B9.1), and hear of changes.
const PATIENTS = 10_000
const SECONDS = 30
const CONNECTIONS = 128
const LIST_EVERY_MS = 2_000
const LAYOUT_EVERY_MS = 5_000
const SETTLE_MS = 3_000
const LISTENERS = 500
const DEEDS = 100
const LIMITS = { p99: 100, hintP99: 200 }

interface Watcher {
  patientId: string
  headers: Record<string, string>
  consultationId: string
}
const problems: string[] = []

const system = await startBenchSystem('vida-ligera')
try {
  const watchers = await makeWatchers(system)
  await measurePolling(system, watchers)
  await measureHints(system, watchers.slice(0, LISTENERS))
} finally {
  await system.stop()
}
for (const problem of new Set(problems)) console.log(`FAILED  ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Each waiting in the queue. */
async function makeWatchers(system: BenchSystem): Promise<Watcher[]> {
  const db = connect(system.databaseUrl, { max: 1 })
  const people = await makePatients(db, PATIENTS)
  const waiting = await db<{ patientId: string; consultationId: string }[]>`
    with waiting as (
      insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method, queued_at)
      select id, 'p', 'p', 'P', 'on-demand', 'QUEUED', 'phone', now()
      from unnest(${people.map(({ patientId }) => patientId)}::uuid[]) id returning id, patient_id
    ), queued as (
      insert into consultation_action (consultation_id, type, role) select id, 'QUEUED', 'SYSTEM' from waiting
    )
    select patient_id as "patientId", id as "consultationId" from waiting`
  await db`analyze`
  await db.end()
  const consultations = new Map(waiting.map(({ patientId, consultationId }) => [patientId, consultationId]))
  const tokenOf = tokensOf(system)
  return Promise.all(
    people.map(async (person) => ({
      patientId: person.patientId,
      consultationId: consultations.get(person.patientId) ?? '',
      headers: { authorization: `Bearer ${await tokenOf(person)}` },
    })),
  )
}

/** The list that is on the screen, and what the frame around it asks. */
function questionsOf({ patientId }: Watcher): { path: string; everyMs: number }[] {
  const list = `/v1/patients/${patientId}/consultations?pageSize=100`
  return [
    { path: `${list}&status=PENDING&status=QUEUED&status=ACTIVE&status=EXPIRED`, everyMs: LIST_EVERY_MS },
    { path: `${list}&status=QUEUED&status=ACTIVE`, everyMs: LAYOUT_EVERY_MS },
  ]
}

async function measurePolling({ api, databaseUrl, databaseCpu }: BenchSystem, watchers: Watcher[]): Promise<void> {
  const wire = await openWire(api.url, CONNECTIONS)
  // The news of their own coming must have passed: it makes the API forget what it was asked before.
  await sleep(SETTLE_MS)
  const opening = performance.now()
  const asking = await Promise.all(
    watchers.flatMap((watcher) => questionsOf(watcher).map((one) => begin(watcher, one))),
  )
  const opened = (performance.now() - opening) / 1_000
  const db = connect(databaseUrl, { max: 1 })
  const statements = async () => {
    const [row] = await db`select xact_commit::int as count from pg_stat_database where datname = current_database()`
    return Number(row?.count)
  }
  const before = { api: api.cpu(), database: databaseCpu(), own: process.cpuUsage(), statements: await statements() }
  const times: number[] = []
  // The first round meets an API that has forgotten who they are, as after a restart.
  const first: number[] = []
  const statuses = new Map<number, number>()
  const since = performance.now()
  await Promise.all(asking.map((poll) => goOn(poll)))
  const seconds = (performance.now() - since) / 1_000
  await sleep(1_000)
  const own = process.cpuUsage(before.own)
  const p50 = at(times, 0.5)
  const p99 = at(times, 0.99)
  const share = (cpu: number) => `${((cpu / seconds) * 100).toFixed(0)} % of a core`
  console.log(
    `\n${PATIENTS} patients, list every ${LIST_EVERY_MS} ms and frame every ${LAYOUT_EVERY_MS} ms, for ${SECONDS} s`,
  )
  console.log(
    `  first looks      ${asking.length} at once, as after a restart: ${opened.toFixed(1)} s until all were answered`,
  )
  const polls = first.length + times.length
  console.log(`  polls            ${polls}, ${(polls / seconds).toFixed(0)} a second`)
  console.log(`  unchanged (304)  ${(((statuses.get(304) ?? 0) / polls) * 100).toFixed(1)} %`)
  console.log(
    `  the first ${LAYOUT_EVERY_MS / 1_000} s       p50 ${at(first, 0.5).toFixed(1)} ms, p99 ${at(first, 0.99).toFixed(1)} ms`,
  )
  console.log(
    `  from when it was due to its answer   p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms   aim ${LIMITS.p99}`,
  )
  console.log(
    `  processor        API ${share(api.cpu() - before.api)}, database ${share(databaseCpu() - before.database)},`,
  )
  console.log(`                   the patients themselves ${share((own.user + own.system) / 1e6)}`)
  console.log(
    `  transactions     ${(((await statements()) - before.statements) / (polls / 1_000)).toFixed(1)} per 1,000 polls`,
  )
  for (const [status, count] of statuses)
    if (status !== 304 && status !== 200) problems.push(`${count} polls were answered with ${status}`)
  if (p99 > LIMITS.p99) problems.push(`a poll takes ${p99.toFixed(0)} ms at p99`)
  await db.end()
  wire.close()

  /** Everybody has opened the app before the clock runs. */
  async function begin(watcher: Watcher, { path, everyMs }: { path: string; everyMs: number }) {
    const { status, etag = '' } = await wire.ask('GET', path, watcher.headers)
    if (status !== 200) problems.push(`a first look was answered with ${status}`)
    return { path, everyMs, headers: { ...watcher.headers, 'if-none-match': etag } }
  }

  async function goOn({ path, everyMs, headers }: Awaited<ReturnType<typeof begin>>): Promise<void> {
    for (let due = since + Math.random() * everyMs; due < since + SECONDS * 1_000; due += everyMs) {
      await sleep(Math.max(0, due - performance.now()))
      const { status, etag } = await wire.ask('GET', path, headers)
      const list = due < since + LAYOUT_EVERY_MS ? first : times
      list.push(performance.now() - due)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (etag) headers['if-none-match'] = etag
    }
  }
}

/** From the clinician's tap to the news at the patient, with many others listening. */
async function measureHints({ api, databaseUrl, env }: BenchSystem, watchers: Watcher[]): Promise<void> {
  const staff = await staffHeaders(databaseUrl, String(env.TOKEN_KEY))
  const heardAt = new Map<string, number>()
  const ending = new AbortController()
  await Promise.all(watchers.map(listen))
  const times: number[] = []
  for (const { consultationId } of watchers.slice(0, DEEDS)) {
    const since = performance.now()
    const reply = await fetch(`${api.url}/v1/desk/consultations/${consultationId}/take`, {
      method: 'POST',
      headers: staff,
    })
    if (!reply.ok) throw new Error(`a clinician could not take a patient: ${reply.status}`)
    while (!heardAt.has(consultationId) && performance.now() - since < 5_000) await sleep(1)
    times.push((heardAt.get(consultationId) ?? Number.POSITIVE_INFINITY) - since)
  }
  ending.abort()
  const p50 = at(times, 0.5)
  const p99 = at(times, 0.99)
  console.log(`\n${LISTENERS} patients listen, ${DEEDS} of them are taken by a clinician`)
  console.log(`  from the tap to the hint   p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms   aim ${LIMITS.hintP99}`)
  if (p99 > LIMITS.hintP99) problems.push(`a hint takes ${p99.toFixed(0)} ms at p99`)

  async function listen({ consultationId, headers }: Watcher): Promise<void> {
    const reply = await fetch(`${api.url}/v1/events`, { headers, signal: ending.signal })
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    const read = async () => {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: '' }
        if (done) return
        if (value.includes('event: changed')) heardAt.set(consultationId, performance.now())
      }
    }
    read().catch(() => {})
  }
}

async function staffHeaders(databaseUrl: string, key: string): Promise<Record<string, string>> {
  const db = connect(databaseUrl, { max: 1 })
  const [row] = await db<{ staff_id: string; session_id: string }[]>`
    with one as (select id from staff where clinician_id is not null and role = 'clinician-and-clinical-manager' limit 1)
    insert into session (staff_id) select id from one returning staff_id, id as session_id`
  await db.end()
  if (!row) throw new Error('the demo has no clinician')
  const claims = { subject: row.staff_id, sessionId: row.session_id, mfa: 'DONE' } as const
  return { authorization: `Bearer ${await createTokens(key).sign('staff', claims)}` }
}
