import { recordCall, takeConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { expect, test } from 'vitest'
import {
  advanceClock,
  insertCall,
  insertClinician,
  insertConsultation,
  insertPatient,
  readConsultationState,
  type TestClinician,
} from '../care/test-people.ts'
import { startSecondProcess } from '../care/test-second-process.ts'
import { closeAfterTests, createTestContext } from '../testing/test-contexts.ts'

const context = await createTestContext()
const second = closeAfterTests(await startSecondProcess(context))

const take = (id: string, { token }: TestClinician) => context.sendCall(takeConsultation, { id }, { token })
/** Takes a patient through the second process. */
const takeThere = async (id: string, { token }: TestClinician) => {
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, body } = await second.app.inject({
    method: 'POST',
    url: `/v1/desk/consultations/${id}/take`,
    headers,
  })
  return { status: statusCode, body: body ? JSON.parse(body) : '' }
}

test('when ten clinicians race for a hundred patients through two processes, each patient is taken once [B4.12] [B9.4]', async () => {
  const clinicians = await Promise.all(Array.from({ length: 10 }, () => insertClinician(context)))
  const ids: string[] = []
  for (let n = 0; n < 100; n++)
    ids.push(await insertConsultation(context, { patientId: (await insertPatient(context)).patientId }))
  const rushes = clinicians.map(async (clinician, index) => {
    const answers = []
    for (const id of ids) answers.push(await (index % 2 ? takeThere : take)(id, clinician))
    return answers
  })
  const answers = (await Promise.all(rushes)).flat()
  const won = answers.filter(({ status }) => status === 204)
  const refusals = answers.filter(({ status, body }) => status === 409 && body.code === 'ALREADY_TAKEN')
  expect([won.length, refusals.length]).toEqual([100, 900])
  const [record] = await context.db`
    select count(*)::int as takings, count(distinct consultation_id)::int as patients
    from consultation_action where type = 'ASSIGNED' and consultation_id in ${context.db(ids)}`
  expect(record).toEqual({ takings: 100, patients: 100 })
})

test('five concurrent reports of a missed call count once, and the third missed call cancels once [B4.9]', async () => {
  const { id, clinician } = await insertCall(context)
  const fail = () => context.sendCall(recordCall, { id, medium: 'video', event: 'failed' }, { token: clinician.token })
  for (let miss = 1; miss <= 3; miss++) {
    if (miss > 1) {
      advanceClock(context)
      await take(id, clinician)
      await context.sendCall(recordCall, { id, medium: 'video', event: 'started' }, { token: clinician.token })
    }
    const answers = await Promise.all(Array.from({ length: 5 }, fail))
    // The third one leaves the consultation with the clinician, so that its repetitions are accepted, too.
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(miss < 3 ? 1 : 5)
    const { status, types } = await readConsultationState(context, id)
    expect(types.filter((type) => type === 'UNASSIGNED')).toHaveLength(miss)
    expect(status).toBe(miss < 3 ? 'QUEUED' : 'CANCELLED')
  }
  const cancelled = await context.db`
    select role from consultation_action where consultation_id = ${id} and type = 'CANCELLED'`
  expect([...cancelled]).toEqual([{ role: 'SYSTEM' }])
  expect(await take(id, clinician)).toMatchObject({ status: 409, body: { code: 'NOT_NOW' } })
})

test('two concurrent starts of a call ring once', async () => {
  const patient = await insertPatient(context)
  const clinician = await insertClinician(context)
  const id = await insertConsultation(context, { patientId: patient.patientId })
  await take(id, clinician)
  const start = (medium: 'phone' | 'video') =>
    context.sendCall(recordCall, { id, medium, event: 'started' }, { token: clinician.token })
  await Promise.all([start('video'), start('video'), start('video'), start('video')])
  expect((await readConsultationState(context, id)).types).toEqual(['QUEUED', 'ASSIGNED', 'VIDEO_CALL_STARTED'])
})
