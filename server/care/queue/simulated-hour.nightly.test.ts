import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient, type TestClinician } from '../test-people.ts'

const context = await createTestContext()
const found = context.services.content.product('general-consultation', 'en')
if (!found) throw new Error('there is nothing that is open day and night')
const product = found

/** A seeded generator, so that every run simulates the same hour. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
const random = randomOf(20_261_128)
const minutesBetween = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))

interface Played extends TestClinician {
  /** The current patient, and the minute at which the consultation closes. */
  seeing: { id: string; until: number } | undefined
  isAway: (minute: number) => boolean
}
interface Waited {
  arrived: number
  from: number
  to: number
  taken: number
}

/** Advances time by a minute: makes all stored times a minute older and sends the heartbeats. */
async function pass(clinicians: readonly Played[], minute: number): Promise<void> {
  await context.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update consultation set queued_at = queued_at - interval '1 minute', starts_at = starts_at - interval '1 minute',
      promised_by = promised_by - interval '1 minute'`
    await tx`update consultation_action set at = at - interval '1 minute'`
    await tx`update session set created_at = created_at - interval '1 minute', ends_at = ends_at - interval '1 minute', last_seen_at = last_seen_at - interval '1 minute'
      where staff_id is not null`
  })
  for (const { sessionId, isAway } of clinicians)
    if (!isAway(minute)) await context.db`update session set last_seen_at = now() where id = ${sessionId}`
}

async function close({ staffId }: Played, id: string): Promise<void> {
  await context.db`update consultation set status = 'CLOSED' where id = ${id}`
  await context.db`
    insert into consultation_action (consultation_id, type, role, staff_id) values (${id}, 'CLOSED', 'CLINICIAN', ${staffId})`
}

/** The next due appointment of the clinician, or else the first patient in the queue. */
async function takeNext({ staffId, clinicianId }: Played): Promise<string | undefined> {
  const [row] = await context.db<{ id: string }[]>`
    update consultation set status = 'ACTIVE', held_by = ${staffId} where id = (
      select id from consultation where status = 'QUEUED'
        and (type = 'on-demand' or (clinician_id = ${clinicianId} and starts_at <= now() + interval '2 minutes'))
      order by type = 'on-demand', queued_at limit 1) returning id`
  if (row)
    await context.db`
      insert into consultation_action (consultation_id, type, role, staff_id)
      values (${row.id}, 'ASSIGNED', 'CLINICIAN', ${staffId})`
  return row?.id
}

async function measureUsual({ staffId }: TestClinician): Promise<void> {
  for (let nth = 0; nth < 20; nth++) {
    const { patientId } = await insertPatient(context)
    const id = await insertConsultation(context, { patientId, status: 'CLOSED', actions: [], productId: product.id })
    await context.db`
      insert into consultation_action (consultation_id, type, role, staff_id, at) values
        (${id}, 'ASSIGNED', 'CLINICIAN', ${staffId}, now() - make_interval(hours => 4, mins => ${minutesBetween(6, 12)})),
        (${id}, 'CLOSED', 'CLINICIAN', ${staffId}, now() - interval '4 hours')`
  }
}

test('with thirty patients in an hour and a clinician absent for half of it, nine of ten forecasts hold', {
  timeout: 300_000,
}, async () => {
  const clinicians: Played[] = []
  for (let nth = 0; nth < 4; nth++) {
    const clinician = await insertClinician(context, { products: [product.id] })
    const isAway = (minute: number) => nth === 3 && minute >= 15 && minute < 45
    clinicians.push({ ...clinician, seeing: undefined, isAway })
  }
  const [first] = clinicians
  if (!first) throw new Error('nobody works')
  await measureUsual(first)
  for (const inMinutes of [20, 40]) {
    const { patientId } = await insertPatient(context)
    const booked = { clinicianId: first.clinicianId, inMinutes }
    await insertConsultation(context, { patientId, booked, productId: product.id })
  }
  const arrivals = Array.from({ length: 30 }, () => minutesBetween(0, 59)).sort((one, two) => one - two)
  const waiting = new Map<string, Omit<Waited, 'taken'>>()
  const waited: Waited[] = []
  for (let minute = 0; minute < 180 && waited.length < 30; minute++) {
    for (const arrived of arrivals.filter((at) => at === minute)) {
      // A second later, when the cached on-duty state has expired.
      await new Promise((resolve) => setTimeout(resolve, 1_001))
      const { wait } = (await context.sendCall(getForecast, { slug: product.slug })).body
      const { patientId } = await insertPatient(context)
      const id = await insertConsultation(context, { patientId, productId: product.id })
      if (wait) waiting.set(id, { arrived, ...wait })
    }
    for (const one of clinicians) {
      if (one.seeing && one.seeing.until <= minute) {
        await close(one, one.seeing.id)
        one.seeing = undefined
      }
      if (one.seeing || one.isAway(minute)) continue
      const id = await takeNext(one)
      if (!id) continue
      one.seeing = { id, until: minute + minutesBetween(6, 12) }
      const result = waiting.get(id)
      if (result) waited.push({ ...result, taken: minute })
    }
    await pass(clinicians, minute)
  }
  expect(waited).toHaveLength(30)
  const wrong = waited.filter(({ arrived, taken, from, to }) => {
    const real = taken - arrived
    return Math.max(from - real, real - to) > Math.max(5, 0.3 * real)
  })
  expect(wrong.length, JSON.stringify(wrong)).toBeLessThanOrEqual(3)
})
