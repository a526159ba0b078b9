import { randomUUID } from 'node:crypto'
import {
  closeConsultation,
  getDeskConsultation,
  getQueue,
  recordCall,
  takeConsultation,
} from '@cuida/core/care/queue/desk-api.ts'
import { confirmPresence } from '@cuida/core/care/queue/waiting-api.ts'
import { requeue } from '@cuida/core/care/reassignment/reassignment-api.ts'
import type { CallEvent } from '@cuida/core/consultation/status/closing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSecondProcess } from '../../booking/test-people.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import {
  advanceClock,
  insertCall,
  insertClinician,
  insertConsultation,
  insertPatient,
  joinBothSides,
  readConsultationState,
  type TestClinician,
} from '../test-people.ts'
import { openCall } from './test-caller.ts'
import { buyClinicianTicket, buyPatientTicket, joinBoth } from './test-participants.ts'

const context = await createTestContext()
const other = closeAfterTests(await createSecondProcess(context))
for (const { app } of [context, other]) await app.listen({ port: 0, host: '127.0.0.1' })
beforeEach(() => context.db`update consultation set status = 'CLOSED', here_at = null where status = 'QUEUED'`)
afterEach(() => {
  context.services.now = () => new Date()
})

const statusAndCode = ({ status, body }: { status: number; body: unknown }) =>
  status < 300 ? status : [status, (body as { code?: string }).code]
const sendCall = async (id: string, { token }: TestClinician, event: CallEvent, medium: 'video' | 'phone' = 'video') =>
  statusAndCode(await context.sendCall(recordCall, { id, medium, event }, { token }))
const sign = async (id: string, { token }: TestClinician, outcome: 'completed' | 'patient-left' = 'completed') =>
  statusAndCode(await context.sendCall(closeConsultation, { id, text: 'Rest.', outcome }, { token }))
const take = async (id: string, { token }: TestClinician) =>
  statusAndCode(await context.sendCall(takeConsultation, { id }, { token }))
const typesOf = async (id: string) => (await readConsultationState(context, id)).types.slice(3)
const NOT_NOW = [409, 'NOT_NOW']

describe('completing a call', () => {
  test('a call with only one participant cannot be completed', async () => {
    const alone = await insertCall(context)
    const patientOnly = await insertCall(context)
    const clinician = await openCall(context.app, await buyClinicianTicket(context, alone.id, alone.clinician))
    await clinician.next('joined')
    const patient = await openCall(other.app, await buyPatientTicket(context, patientOnly.id, patientOnly.patient))
    await patient.next('joined')
    for (const call of [alone, patientOnly]) {
      expect(await sendCall(call.id, call.clinician, 'completed')).toEqual(NOT_NOW)
      expect(await sign(call.id, call.clinician)).toEqual(NOT_NOW)
    }
  })

  test('a call that both joined, through two processes, can be completed, and signing completes it by itself', async () => {
    const pressed = await joinBoth(context, other.app)
    const signed = await joinBoth(context, other.app)
    expect(await sendCall(pressed.id, pressed.clinician, 'completed')).toBe(204)
    expect(await sendCall(signed.id, signed.clinician, 'ended')).toBe(204)
    expect(await sign(signed.id, signed.clinician)).toBe(204)
    expect(await typesOf(signed.id)).toEqual(['VIDEO_CALL_ENDED', 'VIDEO_CALL_COMPLETED', 'CLOSED'])
  })

  test('a call that both joined at different times cannot be completed', async () => {
    const { id, patient, clinician } = await insertCall(context)
    const ana = await openCall(context.app, await buyPatientTicket(context, id, patient))
    await ana.next('joined')
    ana.ws.close()
    await ana.closed
    await expect
      .poll(async () => [
        ...(await context.db`select 1 from call_participant where consultation_id = ${id} and socket_id is not null`),
      ])
      .toEqual([])
    const marta = await openCall(context.app, await buyClinicianTicket(context, id, clinician))
    await marta.next('joined')
    expect(await sendCall(id, clinician, 'completed')).toEqual(NOT_NOW)
  })

  test('an earlier call does not count for the current one', async () => {
    const { id, clinician } = await insertCall(context)
    await joinBothSides(context, id)
    await sendCall(id, clinician, 'ended')
    await sendCall(id, clinician, 'started')
    expect(await sendCall(id, clinician, 'completed')).toEqual(NOT_NOW)
  })

  test('a call dialled by hand can be completed, because only the clinician knows', async () => {
    const { id, clinician } = await insertCall(context, 'phone')
    expect(await sendCall(id, clinician, 'completed', 'phone')).toBe(204)
  })
})

describe('a completed call before the notes are signed', () => {
  test('completing can be undone within seconds and not later', async () => {
    const soon = await insertCall(context)
    const late = await insertCall(context)
    for (const { id, clinician } of [soon, late]) {
      await joinBothSides(context, id)
      await sendCall(id, clinician, 'completed')
    }
    expect(await sendCall(soon.id, soon.clinician, 'taken-back')).toBe(204)
    expect((await readConsultationState(context, soon.id)).status).toBe('ACTIVE')
    expect(await sign(soon.id, soon.clinician, 'patient-left')).toBe(204)
    advanceClock(context, 0.25)
    expect(await sendCall(late.id, late.clinician, 'taken-back')).toEqual(NOT_NOW)
  })

  test('the patient can be called again; no answer then is not a missed call, and the conversation counts', async () => {
    const { id, clinician } = await insertCall(context)
    await joinBothSides(context, id)
    await sendCall(id, clinician, 'completed')
    expect(await sendCall(id, clinician, 'started', 'phone')).toBe(204)
    expect((await readConsultationState(context, id)).status).toBe('ACTIVE')
    expect(await sendCall(id, clinician, 'failed', 'phone')).toBe(204)
    const { status, types } = await readConsultationState(context, id)
    expect([status, types.filter((type) => type === 'UNASSIGNED')]).toEqual(['ACTIVE', []])
    expect(await sign(id, clinician)).toBe(204)
    expect(await sendCall(id, clinician, 'started')).toEqual(NOT_NOW)
  })
})

test('an outcome that is sent twice, also at the same time, is recorded once and accepted twice', async () => {
  const { id, clinician } = await insertCall(context)
  await joinBothSides(context, id)
  const events = ['ended', 'completed', 'taken-back'] as const
  for (const event of events)
    expect(await Promise.all([1, 2].map(() => sendCall(id, clinician, event)))).toEqual([204, 204])
  expect(await typesOf(id)).toEqual(['VIDEO_CALL_ENDED', 'VIDEO_CALL_COMPLETED', 'VIDEO_CALL_CANCELLED'])
})

test('notes whose signing got no answer are signed once, and the repetition is accepted', async () => {
  const { id, clinician } = await insertCall(context, 'phone')
  await sendCall(id, clinician, 'completed', 'phone')
  const input = { id, text: 'Rest.', outcome: 'completed' as const }
  const headers = { 'idempotency-key': randomUUID() }
  const signing = () => context.sendCall(closeConsultation, input, { token: clinician.token, headers })
  expect((await Promise.all([signing(), signing()])).map(statusAndCode)).toEqual([204, 204])
  expect(await context.db`select 1 from note where consultation_id = ${id}`).toHaveLength(1)
})

describe('a missed call', () => {
  const missed = async () => {
    const call = await insertCall(context)
    expect(await sendCall(call.id, call.clinician, 'failed')).toBe(204)
    return call
  }
  const callAgain = async (id: string, clinician: TestClinician) => {
    await take(id, clinician)
    await sendCall(id, clinician, 'started')
  }

  test('another missed call counts only after five minutes', async () => {
    const { id, clinician } = await missed()
    await callAgain(id, clinician)
    expect(await sendCall(id, clinician, 'failed')).toEqual([409, 'TOO_SOON'])
    advanceClock(context, 4.8)
    expect(await sendCall(id, clinician, 'failed')).toEqual([409, 'TOO_SOON'])
    advanceClock(context, 0.2)
    expect(await sendCall(id, clinician, 'failed')).toBe(204)
    expect((await readConsultationState(context, id)).types.filter((type) => type === 'UNASSIGNED')).toHaveLength(2)
  })

  test('within five minutes the clinician can let it ring or put the patient back in the queue', async () => {
    const { id, clinician } = await missed()
    await callAgain(id, clinician)
    expect(statusAndCode(await context.sendCall(requeue, { id }, { token: clinician.token }))).toEqual(NOT_NOW)
    await sendCall(id, clinician, 'ended')
    expect(statusAndCode(await context.sendCall(requeue, { id }, { token: clinician.token }))).toBe(204)
    expect(await readConsultationState(context, id)).toMatchObject({ status: 'QUEUED' })
  })

  test('a missed patient moves behind the others for the desk and the patients, and comes first after reporting back', async () => {
    const { id, clinician, patient } = await missed()
    const second = await insertPatient(context)
    const third = await insertPatient(context)
    const waiting = []
    for (const { patientId } of [second, third]) waiting.push(await insertConsultation(context, { patientId }))
    const queue = async () => {
      await notifyChanged(context.db, ['queue'])
      return (await context.sendCall(getQueue, {}, { token: clinician.token })).body.items
    }
    await expect.poll(async () => (await queue()).map((item) => item.id)).toEqual([...waiting, id])
    const [row] =
      await context.db`select deferred_until - clock_timestamp() > interval '4 minutes' as long from consultation where id = ${id}`
    expect(row).toEqual({ long: true })
    expect((await queue()).map(({ asideUntil }) => asideUntil !== null)).toEqual([false, false, true])
    await context.sendCall(confirmPresence, { id }, { token: patient.token })
    await expect.poll(async () => (await queue()).map((item) => item.id)).toEqual([id, ...waiting])
    expect((await queue())[0]?.asideUntil).toBeNull()
    await context.db`update consultation set here_at = null, deferred_until = clock_timestamp() where id = ${id}`
    await expect.poll(async () => (await queue()).map((item) => item.id)).toEqual([id, ...waiting])
  })

  test('the desk shows whether missed calls are refunded', async () => {
    const { id, clinician } = await insertCall(context)
    const read = async () =>
      (await context.sendCall(getDeskConsultation, { id }, { token: clinician.token })).body.missedCallsPaidBack
    expect(await read()).toBe(context.services.config.refundAfterMissedCalls)
  })
})

test('a consultation with a conversation cannot be taken by or returned to colleagues', async () => {
  const { id, clinician } = await insertCall(context)
  await joinBothSides(context, id)
  await sendCall(id, clinician, 'completed')
  await sendCall(id, clinician, 'started')
  await sendCall(id, clinician, 'ended')
  const eva = await insertClinician(context)
  expect(await take(id, eva)).toEqual([409, 'ALREADY_TAKEN'])
  expect(statusAndCode(await context.sendCall(requeue, { id }, { token: clinician.token }))).toEqual(NOT_NOW)
})
