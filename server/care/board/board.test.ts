import { getBoard } from '@cuida/core/care/board/board-api.ts'
import { recordCall, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { getForecast } from '@cuida/core/care/queue/forecast-api.ts'
import { setAvailability } from '@cuida/core/care/sharing/availability.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { notifyChanged } from '../../kit/db/changes.ts'
import { connectOnce } from '../../kit/db/db.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertClinician, insertConsultation, insertPatient, type TestClinician } from '../test-people.ts'
import { countToday, countUnattended, findLateAppointments, findOnDutyTeam } from './board-store.ts'

const context = await createTestContext()
const boss = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
const marta = await insertClinician(context)

const products = context.services.content.products('en').filter(({ active, onDemand }) => active && onDemand)
for (const { id } of products) await context.db`insert into clinician_product values (${marta.clinicianId}, ${id})`

const board = async () => {
  await notifyChanged(context.db, ['queue'])
  return (await context.sendCall(getBoard, {}, { token: boss.token })).body
}
const stateOf = async (clinician: TestClinician) => (await board()).team.find(({ id }) => id === clinician.staffId)
const waiting = async (booked?: { clinicianId: string | null; inMinutes: number }) => {
  const { patientId } = await insertPatient(context, 'CANARY-first')
  return insertConsultation(context, { patientId, ...(booked ? { booked } : {}) })
}
beforeEach(async () => {
  await context.db`update consultation set status = 'EXPIRED', held_by = null where status in ('QUEUED', 'ACTIVE', 'CLOSING')`
})

describe('the board for managers [B6.4]', () => {
  test('the board lists who is at their desk, their activity and since when', async () => {
    await expect.poll(() => stateOf(marta)).toMatchObject({ state: 'available', until: null })
    const id = await waiting()
    await context.sendCall(takeConsultation, { id }, { token: marta.token })
    await expect.poll(() => stateOf(marta)).toMatchObject({ state: 'attending' })
    const call = (event: 'started' | 'ended') =>
      context.sendCall(recordCall, { id, medium: 'video', event }, { token: marta.token })
    await call('started')
    await expect.poll(() => stateOf(marta)).toMatchObject({ state: 'calling' })
    const [started] = await context.db`
      select at from consultation_action where consultation_id = ${id} and type = 'VIDEO_CALL_STARTED'`
    expect((await stateOf(marta))?.since).toBe(started?.at.toISOString())
    await call('ended')
    await expect.poll(() => stateOf(marta)).toMatchObject({ state: 'attending' })
  })

  test('a clinician on a pause is listed with its end; one who left is not listed', async () => {
    const { body } = await context.sendCall(setAvailability, { state: 'paused', minutes: 10 }, { token: marta.token })
    await expect.poll(() => stateOf(marta)).toMatchObject({ state: 'paused', until: body.until })
    await context.sendCall(setAvailability, { state: 'available' }, { token: marta.token })
    await context.db`update session set last_seen_at = now() - interval '6 minutes' where id = ${marta.sessionId}`
    await expect.poll(() => stateOf(marta)).toBeUndefined()
    await context.db`update session set last_seen_at = now() where id = ${marta.sessionId}`
    await expect.poll(() => stateOf(marta)).toMatchObject({ state: 'available' })
  })

  test('the board shows the longest wait, the forecast, and appointments that are late by a minute', async () => {
    await expect.poll(async () => (await board()).longestSince).toBeNull()
    const first = await waiting()
    await waiting()
    const late = await waiting({ clinicianId: marta.clinicianId, inMinutes: -2 })
    await waiting({ clinicianId: marta.clinicianId, inMinutes: 0 })
    await waiting({ clinicianId: marta.clinicianId, inMinutes: 5 })
    const [{ queued_at: since } = {}] = await context.db`select queued_at from consultation where id = ${first}`
    await expect.poll(async () => (await board()).longestSince).toBe(since?.toISOString())
    const result = await board()
    expect(result.late.map(({ id }) => id)).toEqual([late])
    expect(result.today.waiting).toBe(4)
    // The board and the patient's forecast before payment come from one function.
    const [product] = products
    const { wait } = (await context.sendCall(getForecast, { slug: product?.slug ?? '' })).body
    expect(result.forecast).toEqual(wait)
    await context.db`update session set ended_at = now(), end_reason = 'logout' where id = ${marta.sessionId}`
    await expect.poll(async () => (await board()).forecast).toBeNull()
    await context.db`update session set ended_at = null, end_reason = null where id = ${marta.sessionId}`
  })

  test('patients unattended for ten minutes are counted, until a clinician of their product is back [C10.4]', async () => {
    const id = await waiting()
    const unattended = async () => (await board()).unattended
    const setLastSeen = (minutes: number) => context.db`
      update session set last_seen_at = now() - make_interval(mins => ${minutes}) where id = ${marta.sessionId}`
    const waits = (minutes: number) => context.db`
      update consultation set queued_at = now() - make_interval(mins => ${minutes}) where id = ${id}`
    await waits(30)
    await expect.poll(unattended).toBeNull()
    await setLastSeen(9)
    await expect.poll(unattended).toBeNull()
    await setLastSeen(12)
    await expect.poll(unattended).toMatchObject({ count: 1 })
    const [row] = await context.db`select last_seen_at as at from session where id = ${marta.sessionId}`
    expect((await unattended())?.since).toBe(row?.at.toISOString())
    // A patient who joined after the last clinician left counts from joining.
    await waits(11)
    await expect.poll(async () => Date.parse((await unattended())?.since ?? '')).toBeGreaterThan(row?.at.getTime())
    await waits(5)
    await expect.poll(unattended).toBeNull()
    // A clinician at the desk who is paused does not count as on duty.
    await waits(30)
    await setLastSeen(0)
    await context.db`update staff set away = 'paused', away_since = now() - interval '11 minutes',
      away_until = now() + interval '9 minutes' where id = ${marta.staffId}`
    await expect.poll(unattended).toMatchObject({ count: 1 })
    await context.db`update staff set away = null, away_since = null, away_until = null where id = ${marta.staffId}`
    await expect.poll(unattended).toBeNull()
    // A clinician of other products does not count.
    const other = await insertClinician(context, { products: ['none-of-theirs'] })
    await setLastSeen(12)
    await expect.poll(unattended).toMatchObject({ count: 1 })
    await context.db`update session set ended_at = now(), end_reason = 'logout' where id = ${other.sessionId}`
    await setLastSeen(0)
  })

  test('today’s counts start at midnight at the clinic', async () => {
    const before = await countToday(context.db, new Date(Date.now() - 60_000))
    const { patientId } = await insertPatient(context)
    const actions = ['QUEUED', 'UNASSIGNED', 'UNASSIGNED', 'CLOSED', 'CANCELLED', 'CLOSED_WITH_ERROR'] as const
    await insertConsultation(context, { patientId, status: 'CLOSED', actions: [...actions] })
    const { today } = await countToday(context.db, new Date(Date.now() - 60_000))
    expect([today.closed, today.missed, today.cancelled]).toEqual(
      [2, 2, 1].map(
        (count, at) => count + ([before.today.closed, before.today.missed, before.today.cancelled][at] ?? 0),
      ),
    )
    const none = await countToday(context.db, new Date(Date.now() + 60_000))
    expect([none.today.closed, none.today.missed, none.today.cancelled]).toEqual([0, 0, 0])
  })
})

test('the board contains no patient names and no symptoms', async () => {
  await waiting()
  await waiting({ clinicianId: marta.clinicianId, inMinutes: -30 })
  await expect.poll(async () => (await board()).late.length).toBe(1)
  expect(JSON.stringify(await board())).not.toMatch(/CANARY|García|Nutrition|sleep/)
})

test('an unchanged board is a 304; clinicians who are no managers are refused', async () => {
  const fetchBoard = (etag: string) =>
    context
      .sendCall(getBoard, {}, { token: boss.token, headers: { 'if-none-match': etag } })
      .then(({ status }) => status)
  await expect
    .poll(async () => {
      const { headers } = await context.sendCall(getBoard, {}, { token: boss.token })
      return fetchBoard(String(headers.etag))
    })
    .toBe(304)
  expect((await context.sendCall(getBoard, {}, { token: marta.token })).status).toBe(403)
})

test('with 20,000 past consultations every query of the board uses an index', async () => {
  const { db } = context
  const { patientId } = await insertPatient(context)
  await db`
    insert into consultation (patient_id, product_id, product_slug, product_name, type, status, contact_method, queued_at)
    select ${patientId}, 'old', 'old', 'old', 'on-demand', 'CLOSED', 'video', now() - interval '30 days'
    from generate_series(1, 20000)`
  await db`
    insert into consultation_action (consultation_id, type, role, at)
    select id, kind, 'SYSTEM', now() - interval '30 days' from consultation,
      unnest(array['QUEUED', 'ASSIGNED', 'CLOSED']) kind where product_id = 'old'`
  await context.owner`analyze consultation, consultation_action`
  const one = connectOnce(context.env.DATABASE_URL ?? '')
  try {
    const scans = async () => {
      await one`select pg_stat_force_next_flush()`
      const [row] = await one<{ scans: number }[]>`
        select sum(seq_scan)::int as scans from pg_stat_user_tables
        where relname in ('consultation', 'consultation_action')`
      return row?.scans
    }
    const before = await scans()
    await findOnDutyTeam(one)
    await findLateAppointments(one)
    await countToday(one, new Date(Date.now() - 3_600_000))
    await countUnattended(one, 10)
    expect(await scans()).toBe(before)
  } finally {
    await one.end()
  }
})
