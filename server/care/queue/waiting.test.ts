import { getConsultation } from '@cuida/core/care/call/api.ts'
import { getDeskConsultation, getQueue, recordCall, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { confirmPresence, leaveQueue } from '@cuida/core/care/queue/waiting-api.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { jobHandlers } from '../../jobs.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { recoverConsultations } from '../recovery/recover-consultations.ts'
import {
  advanceClock,
  insertClinician,
  insertConsultation,
  insertPatient,
  type TestClinician,
  type TestPatient,
} from '../test-people.ts'
import { updateWaitingPatients } from './waiting.ts'

const context = await createTestContext({ env: { PUBLIC_URL: 'http://127.0.0.1:9' } })
// There is one queue for all products, so each test begins with an empty one.
beforeEach(() => context.db`update consultation set status = 'CLOSED', here_at = null where status = 'QUEUED'`)

async function waits(booked?: { clinicianId: string | null; inMinutes: number }) {
  const patient = await insertPatient(context)
  const id = await insertConsultation(context, { patientId: patient.patientId, ...(booked ? { booked } : {}) })
  return { id, patient }
}
const fetchConsultation = async ({ id, patient }: { id: string; patient: TestPatient }) =>
  (await context.sendCall(getConsultation, { patientId: patient.patientId, id }, { token: patient.token })).body
const markPresent = ({ id, patient }: { id: string; patient: TestPatient }) =>
  context.sendCall(confirmPresence, { id }, { token: patient.token })
const away = ({ id, patient }: { id: string; patient: TestPatient }, isAway: boolean) =>
  context.sendCall(leaveQueue, { id, away: isAway }, { token: patient.token })
const take = (id: string, { token }: TestClinician) => context.sendCall(takeConsultation, { id }, { token })
async function missed(id: string, clinician: TestClinician) {
  await take(id, clinician)
  for (const event of ['started', 'failed'] as const)
    await context.sendCall(recordCall, { id, medium: 'video', event }, { token: clinician.token })
}
const line = async ({ token }: TestClinician) =>
  (await context.sendCall(getQueue, {}, { token })).body.items.filter(({ queueColumn }) => queueColumn === 'waiting')
const sentTo = async ({ accountId }: TestPatient): Promise<{ text: string }[]> => {
  const [row] = await context.db`select phone from account where id = ${accountId}`
  const reply = await fetch(`${context.simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(String(row?.phone))}`)
  return (await reply.json()) as { text: string }[]
}
async function work() {
  const jobs = await context.db`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'sendNotification' returning j.payload`
  for (const { payload } of jobs) await jobHandlers(context.services).sendNotification(payload)
}

describe('reporting back with “I’m here”', () => {
  test('after a missed call the patient moves to the front, for the desk and themselves, until taken', async () => {
    const clinician = await insertClinician(context)
    const first = await waits()
    const second = await waits()
    const third = await waits()
    await missed(third.id, clinician)
    expect((await line(clinician)).map(({ id }) => id)).toEqual([first.id, second.id, third.id])
    expect((await markPresent(third)).status).toBe(204)
    expect((await markPresent(third)).status).toBe(204)
    expect((await line(clinician)).map(({ id, isHere }) => [id, isHere])).toEqual([
      [third.id, true],
      [first.id, false],
      [second.id, false],
    ])
    expect([
      (await fetchConsultation(third)).position,
      (await fetchConsultation(first)).position,
      (await fetchConsultation(third)).isHere,
    ]).toEqual([1, 2, true])
    advanceClock(context)
    await missed(third.id, clinician)
    // After another missed call the patient must report back again.
    expect([(await fetchConsultation(third)).position, (await fetchConsultation(third)).isHere]).toEqual([3, false])
  })

  test('a patient without a missed call, one who is being attended, and another account are refused', async () => {
    const clinician = await insertClinician(context)
    const at = await waits()
    expect((await markPresent(at)).status).toBe(409)
    await missed(at.id, clinician)
    expect((await markPresent({ ...at, patient: await insertPatient(context) })).status).toBe(404)
    await take(at.id, clinician)
    expect((await markPresent(at)).status).toBe(409)
  })
})

describe('waiting outside the app', () => {
  test('one notification comes when the patient is next but one, without details of the consultation', async () => {
    const clinician = await insertClinician(context)
    const first = await waits()
    const _ = await waits()
    const last = await waits()
    await away(last, true)
    await Promise.all([updateWaitingPatients(context.services), updateWaitingPatients(context.services)])
    await work()
    expect(await sentTo(last.patient)).toEqual([])
    await take(first.id, clinician)
    await Promise.all([updateWaitingPatients(context.services), updateWaitingPatients(context.services)])
    await work()
    await updateWaitingPatients(context.services)
    await work()
    const [message, ...more] = await sentTo(last.patient)
    expect(more).toEqual([])
    expect(message?.text).toContain('/consultations')
    expect(message?.text).not.toMatch(/nutrition|Marta|sleep/i)
  })

  test('it is sent by SMS at night and despite other settings, because the patient asked for it', async () => {
    const { id, patient } = await waits()
    await context.db`
      insert into notification_settings (account_id, channels, topics, quiet_from, quiet_until)
      values (${patient.accountId}, '{email}', '{}', '00:00', '23:59')`
    await away({ id, patient }, true)
    await updateWaitingPatients(context.services)
    await work()
    expect(await sentTo(patient)).toMatchObject([{ channel: 'sms' }])
  })

  test('a patient who chose WhatsApp gets no SMS beside it', async () => {
    const { id, patient } = await waits()
    await context.db`
      insert into notification_settings (account_id, channels, topics) values (${patient.accountId}, '{whatsapp,sms}', '{calls}')`
    await away({ id, patient }, true)
    await updateWaitingPatients(context.services)
    await work()
    const channel = context.services.config.notificationChannels.includes('whatsapp') ? 'whatsapp' : 'sms'
    expect(await sentTo(patient)).toMatchObject([{ channel }])
  })

  test('a patient who is back or was taken gets none; the desk sees who waits outside the app', async () => {
    const clinician = await insertClinician(context)
    const back = await waits()
    const takenConsultation = await waits()
    for (const each of [back, takenConsultation]) await away(each, true)
    await updateWaitingPatients(context.services)
    await away(back, false)
    await take(takenConsultation.id, clinician)
    await work()
    expect([await sentTo(back.patient), await sentTo(takenConsultation.patient)]).toEqual([[], []])
    const { body } = await context.sendCall(
      getDeskConsultation,
      { id: takenConsultation.id },
      { token: clinician.token },
    )
    expect([body.isAway, (await fetchConsultation(back)).isAway]).toEqual([true, false])
  })

  test('an appointment and another account are refused', async () => {
    const { clinicianId } = await insertClinician(context)
    expect((await away(await waits({ clinicianId, inMinutes: 20 }), true)).status).toBe(409)
    expect((await away({ ...(await waits()), patient: await insertPatient(context) }, true)).status).toBe(404)
  })
})

describe('the expected wait', () => {
  test('the first promise stays, so that a delay shows as one [B4.13]', async () => {
    const clinician = await insertClinician(context)
    const first = await waits()
    const second = await waits()
    await updateWaitingPatients(context.services)
    const { promisedBy, expectedWait } = await fetchConsultation(second)
    const minutes = (Date.parse(promisedBy ?? '') - context.services.now().getTime()) / 60_000
    expect(Math.round(minutes)).toBe(expectedWait?.to)
    await take(first.id, clinician)
    await updateWaitingPatients(context.services)
    expect((await fetchConsultation(second)).promisedBy).toBe(promisedBy)
  })

  test('while nobody is on duty, a patient is refunded after an hour; one who was called keeps waiting', async () => {
    await context.db`update session set last_seen_at = now() - interval '1 hour' where staff_id is not null`
    const at = await waits()
    const called = await waits()
    // A first read, so that the patient's page is notified of the promise.
    expect((await fetchConsultation(at)).answerBy).toBeNull()
    await updateWaitingPatients(context.services)
    await expect.poll(async () => (await fetchConsultation(at)).answerBy).not.toBeNull()
    const { expectedWait, answerBy } = await fetchConsultation(at)
    expect(expectedWait).toBeNull()
    expect(Math.round((Date.parse(answerBy ?? '') - context.services.now().getTime()) / 60_000)).toBe(15 + 45)
    await context.db`insert into consultation_action (consultation_id, type, role) values (${called.id}, 'ASSIGNED', 'CLINICIAN')`
    await context.db`update consultation set promised_by = promised_by - interval '59 minutes'`
    const statusOf = async ({ id }: { id: string }) =>
      (await context.db`select status from consultation where id = ${id}`)[0]?.status
    await recoverConsultations(context.services)
    expect(await statusOf(at)).toBe('QUEUED')
    await context.db`update consultation set promised_by = promised_by - interval '1 minute'`
    await recoverConsultations(context.services)
    expect([await statusOf(at), await statusOf(called)]).toEqual(['CANCELLED', 'QUEUED'])
    expect((await fetchConsultation(called)).answerBy).toBeNull()
  })

  test('a delayed appointment shows how many patients come before', async () => {
    const clinician = await insertClinician(context)
    const { clinicianId } = clinician
    const before = await waits({ clinicianId, inMinutes: -25 })
    const late = await waits({ clinicianId, inMinutes: -5 })
    const soon = await waits({ clinicianId, inMinutes: 5 })
    expect(await fetchConsultation(late)).toMatchObject({
      ahead: 1,
      expectedWait: { from: 10, to: 20 },
      position: null,
    })
    await take(before.id, clinician)
    expect(await fetchConsultation(late)).toMatchObject({ ahead: 1 })
    expect(await fetchConsultation(soon)).toMatchObject({ ahead: null, expectedWait: null })
    await context.db`update consultation set status = 'CLOSED' where id = ${before.id}`
    await context.db`select pg_notify('cuida_changes', 'queue')`
    await expect.poll(() => fetchConsultation(late)).toMatchObject({ ahead: 0, expectedWait: { from: 0, to: 5 } })
    await context.db`update session set last_seen_at = now() - interval '6 minutes' where id = ${clinician.sessionId}`
    await context.db`select pg_notify('cuida_changes', 'queue')`
    await expect.poll(async () => (await fetchConsultation(late)).expectedWait).toBeNull()
  })
})
