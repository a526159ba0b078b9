import { getConsultation } from '@cuida/core/care/call/api.ts'
import {
  closeConsultation,
  getDeskConsultation,
  recordCall,
  saveDraft,
  takeConsultation,
} from '@cuida/core/care/queue/desk-api.ts'
import { getRecord } from '@cuida/core/care/record/desk-record-api.ts'
import { getDeskOrder } from '@cuida/core/checkout/order/desk-order-api.ts'
import type { CloseOutcome } from '@cuida/core/consultation/status/closing.ts'
import { describe, expect, test } from 'vitest'
import { runCheckoutJobs } from '../checkout/order/test-orders.ts'
import { createCheckoutContext } from '../checkout/test-checkout.ts'
import { findExport } from '../profile/deletion/export-store.ts'
import { bookConsultation, insertStaffFor, readBookingState, setStartIn, type TestBooking } from './test-booked.ts'
import { insertCall, insertClinician, readConsultationState, type TestClinician } from './test-people.ts'

const { context, product, price } = await createCheckoutContext()

async function createActiveConsultation(): Promise<{ at: TestBooking; who: TestClinician }> {
  const at = await bookConsultation(context, product)
  await setStartIn(context, at, 60)
  const clinician = await insertStaffFor(context, at.clinicianId)
  await context.sendCall(takeConsultation, { id: at.consultationId }, { token: clinician.token })
  return { at, who: clinician }
}
const close = (
  { consultationId: id }: Pick<TestBooking, 'consultationId'>,
  { token }: { token: string },
  outcome: CloseOutcome,
) => context.sendCall(closeConsultation, { id, text: 'Go to your health centre tomorrow.', outcome }, { token })
const read = async ({ consultationId: id, patient }: TestBooking) =>
  (await context.sendCall(getConsultation, { patientId: patient.patientId, id }, { token: patient.token })).body
const dropped = async ({ consultationId: id }: TestBooking, { token }: TestClinician) => {
  for (const event of ['started', 'ended'] as const)
    await context.sendCall(recordCall, { id, medium: 'video', event }, { token })
}

describe('a consultation that ends without a conversation', () => {
  test.each(['in-person', 'emergency', 'technical-failure'] as const)(
    'the outcome %s refunds in full',
    async (outcome) => {
      const { at, who } = await createActiveConsultation()
      expect((await close(at, who, outcome)).status).toBe(204)
      const { refunds, status } = await readBookingState(context, at)
      expect(refunds).toEqual([{ amount: price, state: 'pending', reason: 'CARE_NOT_GIVEN' }])
      expect(status).toBe(outcome === 'technical-failure' ? 'CLOSED_WITH_ERROR' : 'CLOSED')
      expect(await read(at)).toMatchObject({
        closedFor: outcome,
        notes: [{ text: expect.stringContaining('health centre') }],
      })
      await runCheckoutJobs(context)
      expect(await at.read()).toMatchObject({ refundAmount: price, refund: { state: 'done' } })
    },
  )

  test('the outcome patient-left is shown to the patient and refunds nothing', async () => {
    const { at, who } = await createActiveConsultation()
    expect((await close(at, who, 'patient-left')).body).toMatchObject({ code: 'NOT_NOW' })
    await dropped(at, who)
    expect((await close(at, who, 'patient-left')).status).toBe(204)
    expect(await readBookingState(context, at)).toMatchObject({ status: 'CLOSED', refunds: [] })
    expect(await read(at)).toMatchObject({ closedFor: 'patient-left', status: 'CLOSED' })
  })

  test('five concurrent requests close it once, with one refund and one note [B4.6]', async () => {
    const { at, who } = await createActiveConsultation()
    const answers = await Promise.all(Array.from({ length: 5 }, () => close(at, who, 'emergency')))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409])
    expect((await readBookingState(context, at)).refunds).toHaveLength(1)
    expect((await read(at)).notes).toHaveLength(1)
  })
})

describe('how a past consultation ended, at the desk', () => {
  const readAtDesk = async (id: string, { token }: TestClinician) =>
    (await context.sendCall(getDeskConsultation, { id }, { token })).body

  test('the consultation, the record and the manager’s order show the outcome [B4.6]', async () => {
    const { at, who } = await createActiveConsultation()
    await close(at, who, 'emergency')
    const { consultationId: id, id: orderId, patient } = at
    expect(await readAtDesk(id, who)).toMatchObject({ status: 'CLOSED', closedFor: 'emergency', failedFor: null })
    const record = await context.sendCall(getRecord, { patientId: patient.patientId }, { token: who.token })
    expect(record.body.consultations).toMatchObject([{ id, closedFor: 'emergency', failedFor: null }])
    const { token } = await insertClinician(context, { role: 'clinical-manager', isClinician: false })
    const order = (await context.sendCall(getDeskOrder, { id: orderId }, { token })).body
    expect(order.consultation).toMatchObject({ id, status: 'CLOSED', closedFor: 'emergency' })
  })

  test('each call keeps its reason of failure, also after a later call without one', async () => {
    const { id, clinician } = await insertCall(context, 'phone')
    const result = (event: 'started' | 'ended' | 'completed', failure?: 'BAD_CONNECTION') =>
      context.sendCall(
        recordCall,
        { id, medium: 'phone', event, ...(failure && { failure }) },
        { token: clinician.token },
      )
    await result('ended', 'BAD_CONNECTION')
    await result('started')
    await result('ended')
    await expect.poll(async () => (await readAtDesk(id, clinician)).actions.length).toBeGreaterThan(3)
    const { actions, failedFor } = await readAtDesk(id, clinician)
    expect(failedFor).toBeNull()
    const ended = actions.filter(({ type }) => type === 'PHONE_CALL_ENDED')
    expect(ended.map((action) => action.failedFor)).toEqual(['BAD_CONNECTION', null])
  })

  test('the patient’s action list does not contain the reasons of single calls', async () => {
    const call = await insertCall(context, 'phone')
    const { id, clinician, patient } = call
    const failed = { id, medium: 'phone', event: 'failed', failure: 'WRONG_NUMBER' } as const
    await context.sendCall(recordCall, failed, { token: clinician.token })
    const { body } = await context.sendCall(
      getConsultation,
      { patientId: patient.patientId, id },
      { token: patient.token },
    )
    expect(body.actions.map((action) => Object.keys(action).sort())).toEqual(
      body.actions.map(() => ['createdAt', 'type', 'user']),
    )
    expect(body.actions.length).toBeGreaterThan(1)
  })
})

describe('a failed call', () => {
  const fail = (id: string, token: string, event: 'failed' | 'ended', failure: 'WRONG_NUMBER' | 'BAD_CONNECTION') =>
    context.sendCall(recordCall, { id, medium: 'phone', event, failure }, { token })
  const fetchConsultation = async ({ id, patient }: Awaited<ReturnType<typeof insertCall>>) =>
    (await context.sendCall(getConsultation, { patientId: patient.patientId, id }, { token: patient.token })).body

  test('a wrong number counts as a missed call, and the patient reads the reason until the next call', async () => {
    const call = await insertCall(context, 'phone')
    const { id, clinician } = call
    expect((await fail(id, clinician.token, 'failed', 'WRONG_NUMBER')).status).toBe(204)
    await expect
      .poll(() => fetchConsultation(call))
      .toMatchObject({ missedCalls: 1, failedFor: 'WRONG_NUMBER', status: 'QUEUED' })
    await context.sendCall(takeConsultation, { id }, { token: clinician.token })
    await context.sendCall(recordCall, { id, medium: 'phone', event: 'started' }, { token: clinician.token })
    await expect.poll(() => fetchConsultation(call)).toMatchObject({ failedFor: null })
  })

  test('a bad connection does not count as missed, and the clinician keeps the consultation', async () => {
    const call = await insertCall(context, 'phone')
    expect((await fail(call.id, call.clinician.token, 'ended', 'BAD_CONNECTION')).status).toBe(204)
    expect(await readConsultationState(context, call.id)).toMatchObject({ status: 'ACTIVE' })
    await expect.poll(() => fetchConsultation(call)).toMatchObject({ missedCalls: 0, failedFor: 'BAD_CONNECTION' })
  })

  test('a reason that contradicts the event is invalid', async () => {
    const { id, clinician } = await insertCall(context, 'phone')
    expect(await fail(id, clinician.token, 'failed', 'BAD_CONNECTION')).toMatchObject({
      status: 400,
      body: { fields: { failure: 'INVALID' } },
    })
  })
})

describe('a private note', () => {
  const SECRET = 'Suspect violence at home; ask when alone'
  const draft = (
    at: TestBooking,
    { token }: TestClinician,
    body: { text: string; privateText?: string; version: number },
  ) => context.sendCall(saveDraft, { id: at.consultationId, ...body }, { token })
  const sign = (at: TestBooking, { token }: TestClinician, privateText?: string) =>
    context.sendCall(
      closeConsultation,
      { id: at.consultationId, text: 'Rest.', outcome: 'in-person', ...(privateText !== undefined && { privateText }) },
      { token },
    )
  const atDesk = async (at: TestBooking, { token }: TestClinician) =>
    (await context.sendCall(getDeskConsultation, { id: at.consultationId }, { token })).body

  test('the care team reads a private note in the consultation and the record; the patient, documents and exports never contain it', async () => {
    const { at, who } = await createActiveConsultation()
    await draft(at, who, { text: 'Rest.', privateText: SECRET, version: 0 })
    expect((await atDesk(at, who)).draft).toMatchObject({ text: 'Rest.', privateText: SECRET })
    const { patientId } = at.patient
    const copied = async () => JSON.stringify(await findExport(context.db, { ids: [patientId], accountId: undefined }))
    expect(await copied()).not.toContain(SECRET)
    expect((await sign(at, who, SECRET)).status).toBe(204)
    expect(await atDesk(at, who)).toMatchObject({ privateNote: { text: SECRET }, draft: { privateText: '' } })
    const { body } = await context.sendCall(getRecord, { patientId }, { token: who.token })
    expect(body.consultations[0]).toMatchObject({ privateNote: { text: SECRET } })
    expect(JSON.stringify(await read(at))).not.toContain(SECRET)
    expect(await copied()).toContain('Rest.')
    expect(await copied()).not.toContain(SECRET)
  })

  test('a saved private note is signed with the notes, also by a window that does not send it', async () => {
    const { at, who } = await createActiveConsultation()
    await draft(at, who, { text: '', privateText: SECRET, version: 0 })
    await draft(at, who, { text: 'Rest.', version: 1 })
    await sign(at, who)
    expect((await atDesk(at, who)).privateNote?.text).toBe(SECRET)
  })

  test('an empty private note is not stored', async () => {
    const { at, who } = await createActiveConsultation()
    await sign(at, who, ' ')
    expect((await atDesk(at, who)).privateNote).toBeNull()
  })

  test('a private note cannot be changed', async () => {
    const { at, who } = await createActiveConsultation()
    await sign(at, who, SECRET)
    await expect(context.db`update private_note set text = 'x'`).rejects.toThrow('append-only')
  })
})
