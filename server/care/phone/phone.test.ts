import { getConsultation } from '@cuida/core/care/call/api.ts'
import { ringPatient, setDeskPhone, showPatientNumber } from '@cuida/core/care/phone/phone-api.ts'
import { getDeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { credentials } from '@cuida/simulators/credentials.ts'
import { jsonRequest } from '@cuida/simulators/test-simulators.ts'
import { describe, expect, test } from 'vitest'
import { twilioSignature } from '../../providers/twilio-signature.ts'
import { startTestContext } from '../../testing/test-context.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import {
  advanceClock,
  insertClinician,
  insertConsultation,
  insertPatient,
  readConsultationState,
} from '../test-people.ts'
import { applyPhoneCallUpdate, enqueuePhoneCallJobs, phoneJobs } from './phone-jobs.ts'
import {
  createPhoneConsultation,
  type PhoneConsultation,
  readPhoneCall,
  recordPhoneEvent,
  retakeConsultation,
  ringTestPatient,
  runPhoneJobs,
} from './test-phone.ts'

const context = await createTestContext({ env: { PUBLIC_URL: 'http://127.0.0.1:9' } })

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code
const types = async ({ id }: { id: string }) => (await readConsultationState(context, id)).types.slice(2)
/** Polls until the call is in this state and runs the worker, as the provider's callbacks would. */
const untilCall = (at: PhoneConsultation, expected: object) =>
  expect
    .poll(
      async () => {
        const call = await readPhoneCall(context, at.id)
        await phoneJobs(context.services).followCall({ id: call.id })
        return readPhoneCall(context, at.id)
      },
      { timeout: 20_000 },
    )
    .toMatchObject(expected)
const desk = async ({ id, clinician }: PhoneConsultation) =>
  (await context.sendCall(getDeskConsultation, { id }, { token: clinician.token })).body

describe('a call over the partner’s phone line', () => {
  test('the call rings, is answered and ends; the clinician then decides whether they talked [B4.7]', async () => {
    const at = await createPhoneConsultation(context, { plays: 'answers' })
    expect((await ringTestPatient(context, at)).status).toBe(204)
    expect(await desk(at)).toMatchObject({ callMedium: 'phone', callState: 'none', phoneCall: { state: 'wanted' } })
    await runPhoneJobs(context)
    await untilCall(at, { state: 'talking' })
    // The desk's reply is cached until the database notifies it of the change.
    await expect
      .poll(() => desk(at))
      .toMatchObject({ callState: 'ongoing', phoneCall: { state: 'talking', outcome: null } })
    // Both sides hang up.
    await context.services.providers.voice?.hangUp(String((await readPhoneCall(context, at.id)).reference))
    await untilCall(at, { state: 'over', outcome: 'talked' })
    expect(await types(at)).toEqual(['PHONE_CALL_STARTED', 'PHONE_CALL_ENDED'])
    expect((await recordPhoneEvent(context, at, 'completed')).status).toBe(204)
    expect(await readConsultationState(context, at.id)).toMatchObject({ status: 'CLOSING' })
  })

  test('the patient’s screen shows the call only while their own phone rings', async () => {
    const at = await createPhoneConsultation(context, { plays: 'answers', rings: 60_000 })
    const fetchCallState = async () => {
      const ids = { patientId: at.patient.patientId, id: at.id }
      return (await context.sendCall(getConsultation, ids, { token: at.patient.token })).body.callState
    }
    await ringTestPatient(context, at)
    expect(await fetchCallState()).toBe('none')
    await runPhoneJobs(context)
    await untilCall(at, { state: 'patient' })
    expect(await fetchCallState()).toBe('ringing')
  })

  test.each(['no-answer', 'busy'] as const)(
    '%s counts as one missed call, reported by the line [B4.9]',
    async (how) => {
      const at = await createPhoneConsultation(context, { plays: how })
      await ringTestPatient(context, at)
      await runPhoneJobs(context)
      await untilCall(at, { state: 'over', outcome: 'missed' })
      const { id } = await readPhoneCall(context, at.id)
      await Promise.all(
        Array.from({ length: 5 }, () =>
          applyPhoneCallUpdate(context.services, id, { state: 'over', outcome: 'missed' }),
        ),
      )
      await applyPhoneCallUpdate(context.services, id, { state: 'talking' })
      expect(await readConsultationState(context, at.id)).toEqual({
        status: 'QUEUED',
        types: ['QUEUED', 'ASSIGNED', 'PHONE_CALL_STARTED', 'PHONE_CALL_FAILED', 'UNASSIGNED'],
      })
      const result = await context.db`
      select role, staff_id from consultation_action where consultation_id = ${at.id} and type = 'PHONE_CALL_FAILED'`
      expect([...result]).toEqual([{ role: 'SYSTEM', staff_id: null }])
    },
  )

  test('the third missed call cancels once, and repeated callbacks change nothing [B4.12] [B9.4]', async () => {
    const at = await createPhoneConsultation(context, { plays: 'no-answer' })
    for (let miss = 1; miss <= 3; miss++) {
      if (miss > 1) await retakeConsultation(context, at)
      if (miss > 1) advanceClock(context)
      await ringTestPatient(context, at)
      await runPhoneJobs(context)
      await untilCall(at, { outcome: 'missed' })
      const { id } = await readPhoneCall(context, at.id)
      await Promise.all([0, 1, 2].map(() => phoneJobs(context.services).followCall({ id })))
      expect((await types(at)).filter((type) => type === 'UNASSIGNED')).toHaveLength(miss)
    }
    const { status, types: record } = await readConsultationState(context, at.id)
    expect([status, record.filter((type) => type === 'CANCELLED').length]).toEqual(['CANCELLED', 1])
  })

  test.each([
    ['the clinician does not answer', { plays: 'no-answer' }, { plays: 'answers' }, 'desk-silent'],
    ['the patient’s number does not work', { plays: 'answers' }, { plays: 'fails' }, 'unreachable'],
  ] as const)(
    '%s: the call does not count as missed and can be repeated',
    async (_, deskPlays, patientPlays, outcome) => {
      const at = await createPhoneConsultation(context, patientPlays, deskPlays)
      await ringTestPatient(context, at)
      await runPhoneJobs(context)
      await untilCall(at, { state: 'over', outcome })
      expect(await types(at)).toEqual(['PHONE_CALL_STARTED', 'PHONE_CALL_ENDED'])
      expect(await desk(at)).toMatchObject({ missedCalls: 0, phoneCall: { state: 'over', outcome } })
      expect((await recordPhoneEvent(context, at, 'failed')).body).toMatchObject({ code: 'NOT_NOW' })
      expect((await ringTestPatient(context, at)).status).toBe(204)
    },
  )

  test('a voicemail that answered counts as missed when the clinician says so', async () => {
    const at = await createPhoneConsultation(context, { plays: 'answers', talks: 0 })
    await ringTestPatient(context, at)
    await runPhoneJobs(context)
    await untilCall(at, { outcome: 'talked' })
    expect((await recordPhoneEvent(context, at, 'failed')).status).toBe(204)
    expect((await types(at)).slice(1)).toEqual(['PHONE_CALL_ENDED', 'PHONE_CALL_FAILED', 'UNASSIGNED'])
    expect((await recordPhoneEvent(context, at, 'failed')).status).toBe(409)
  })

  test.each([
    ['hanging up', 'ended', 'phone', ['PHONE_CALL_ENDED']],
    ['switching to video', 'started', 'video', ['PHONE_CALL_ENDED', 'VIDEO_CALL_STARTED']],
    ['recording no answer', 'failed', 'phone', ['PHONE_CALL_FAILED', 'UNASSIGNED']],
  ] as const)('%s at the desk stops both phones ringing', async (_, event, medium, gained) => {
    const at = await createPhoneConsultation(context, { plays: 'answers', rings: 60_000 })
    await ringTestPatient(context, at)
    await runPhoneJobs(context)
    await untilCall(at, { state: 'patient' })
    const { reference } = await readPhoneCall(context, at.id)
    await recordPhoneEvent(context, at, event, medium)
    await runPhoneJobs(context)
    expect(await context.services.providers.voice?.legs(String(reference))).toEqual({
      desk: 'completed',
      patient: 'canceled',
    })
    expect((await types(at)).slice(1)).toEqual(gained)
  })

  test('completing the call at the desk does not cut off the conversation', async () => {
    const at = await createPhoneConsultation(context, { plays: 'answers' })
    await ringTestPatient(context, at)
    await runPhoneJobs(context)
    await untilCall(at, { state: 'talking' })
    const { reference } = await readPhoneCall(context, at.id)
    await recordPhoneEvent(context, at, 'completed')
    await runPhoneJobs(context)
    expect(await context.services.providers.voice?.legs(String(reference))).toEqual({
      desk: 'in-progress',
      patient: 'in-progress',
    })
  })
})

describe('repeated, late and lost updates', () => {
  test('repeated clicks ring once', async () => {
    const at = await createPhoneConsultation(context, { plays: 'answers' })
    const answers = await Promise.all([0, 1, 2, 3].map(() => ringTestPatient(context, at)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    expect(await types(at)).toEqual(['PHONE_CALL_STARTED'])
  })

  test('a call whose reply was lost is found at the provider, and no phone rings twice', async () => {
    const at = await createPhoneConsultation(context, { plays: 'answers' })
    await ringTestPatient(context, at)
    await context.db`delete from graphile_worker._private_jobs`
    const fault = { provider: 'twilio', fault: 'did-it-then-5xx', path: 'POST' }
    await fetch(`${context.simulatorsUrl}/simulators/faults`, jsonRequest('PUT', fault))
    const { id } = await readPhoneCall(context, at.id)
    const runPlaceCall = () => phoneJobs(context.services).placeCall({ id, locale: 'es' })
    await expect(runPlaceCall()).rejects.toThrow()
    // Within the lease of another attempt nothing is sent.
    await runPlaceCall()
    expect(await readPhoneCall(context, at.id)).toMatchObject({ state: 'wanted' })
    await context.db`
      update phone_call set tried_at = tried_at - interval '11 seconds', checked_at = checked_at - interval '13 seconds'
      where id = ${id}`
    await enqueuePhoneCallJobs(context.services)
    await runPhoneJobs(context)
    expect((await readPhoneCall(context, at.id)).state).not.toBe('wanted')
    const sent = await (
      await fetch(`${context.simulatorsUrl}/simulators/outbox?to=${encodeURIComponent(at.phones.desk)}`)
    ).json()
    expect(sent).toHaveLength(1)
  })

  test('after 45 seconds without the provider the clinician learns that the call failed, and it does not count as missed', async () => {
    const at = await createPhoneConsultation(context, { plays: 'answers' })
    await ringTestPatient(context, at)
    const { id } = await readPhoneCall(context, at.id)
    await context.db`delete from graphile_worker._private_jobs`
    await context.db`update phone_call set created_at = created_at - interval '46 seconds' where id = ${id}`
    await phoneJobs(context.services).placeCall({ id, locale: 'en' })
    expect(await readPhoneCall(context, at.id)).toMatchObject({
      state: 'over',
      outcome: 'unreachable',
      reference: null,
    })
    expect(await types(at)).toEqual(['PHONE_CALL_STARTED', 'PHONE_CALL_ENDED'])
  })

  test('a call that is hung up before the provider has it is hung up there afterwards', async () => {
    const at = await createPhoneConsultation(context, { plays: 'answers', rings: 60_000 })
    await ringTestPatient(context, at)
    const { id } = await readPhoneCall(context, at.id)
    const { voice } = context.services.providers
    if (!voice) throw new Error('no voice')
    const { bridge } = voice
    voice.bridge = async (bridgeRequest) => {
      const bridgedCall = await bridge(bridgeRequest)
      await recordPhoneEvent(context, at, 'ended')
      return bridgedCall
    }
    await phoneJobs(context.services).placeCall({ id, locale: 'en' })
    voice.bridge = bridge
    const { reference, state } = await readPhoneCall(context, at.id)
    expect([state, (await voice.legs(String(reference))).desk]).toEqual([
      'over',
      expect.stringMatching(/completed|canceled/),
    ])
  })

  test('a signed callback enqueues a fetch; a forged or altered one does nothing', async () => {
    const at = await createPhoneConsultation(context, { plays: 'no-answer' })
    await ringTestPatient(context, at)
    const { id } = await readPhoneCall(context, at.id)
    const url = `/v1/webhooks/twilio?call=${id}`
    const payload = 'CallSid=CA1&CallStatus=no-answer'
    const note = async (signature: string, body = payload) => {
      const headers = { 'x-twilio-signature': signature, 'content-type': 'application/x-www-form-urlencoded' }
      return (await context.app.inject({ method: 'POST', url, headers, payload: body })).statusCode
    }
    await context.db`delete from graphile_worker._private_jobs`
    const good = twilioSignature(credentials.twilio.authToken, context.services.env.PUBLIC_URL + url, payload)
    expect(await note('AAAA')).toBe(400)
    expect(await note(good, `${payload}&CallStatus=completed`)).toBe(400)
    const waiting = () => context.db`select 1 from graphile_worker._private_jobs where key = ${`call:${id}`}`
    expect(await waiting()).toHaveLength(0)
    expect([await note(good), await note(good)]).toEqual([204, 204])
    expect(await waiting()).toHaveLength(1)
  })
})

describe('who may ring whom', () => {
  test('a clinician without a desk phone, with another call under way, or without the patient cannot ring', async () => {
    const at = await createPhoneConsultation(context, { plays: 'answers' })
    const { clinician } = at
    const other = await insertConsultation(context, {
      patientId: (await insertPatient(context)).patientId,
      status: 'ACTIVE' as const,
      heldBy: clinician.staffId,
      actions: ['QUEUED' as const, 'ASSIGNED' as const],
    })
    const code = async (id: string, token = clinician.token) =>
      codeOf(await context.sendCall(ringPatient, { id }, { token }))
    await ringTestPatient(context, at)
    expect(await code(other)).toBe('ALREADY_CALLING')
    const forgotten = await context.sendCall(setDeskPhone, { number: null }, { token: clinician.token })
    expect(forgotten.body).toEqual({ maskedPhone: null })
    expect(await code(other)).toBe('NO_DESK_PHONE')
    expect(await code(at.id, (await insertClinician(context)).token)).toBe('NOT_YOURS')
  })

  test.each(['+34800123456', '+34611000', '+14155552671'])(
    'the number %s is refused as a desk phone',
    async (number) => {
      const { token } = await insertClinician(context)
      expect((await context.sendCall(setDeskPhone, { number }, { token })).body.code).toBe('PHONE_NOT_ALLOWED')
    },
  )

  test('only the holder can reveal the patient’s number, and that is audited', async () => {
    const at = await createPhoneConsultation(context, { plays: 'answers' })
    expect((await desk(at)).patient).toMatchObject({ phone: null, maskedPhone: expect.stringContaining('•') })
    const show = (token: string) => context.sendCall(showPatientNumber, { id: at.id }, { token })
    expect((await show((await insertClinician(context)).token)).status).toBe(409)
    expect((await show(at.clinician.token)).body).toEqual({ number: at.phones.patient, country: 'ES' })
    const audited =
      await context.db`select staff_id, detail from audit where act = 'view' and subject_id = ${at.patient.patientId}`
    expect([...audited]).toEqual([{ staff_id: at.clinician.staffId, detail: expect.stringContaining(at.id) }])
  })
})

test('without a phone line the clinician dials by hand and records the outcome', async () => {
  const real = {
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 't',
    TWILIO_FROM: '+34910000000',
    TWILIO_VERIFY_SERVICE: 'VA1',
  }
  const alone = await startTestContext({ demo: false, env: real })
  const clinician = await insertClinician(alone)
  const patient = await insertPatient(alone)
  const id = await insertConsultation(alone, {
    patientId: patient.patientId,
    status: 'ACTIVE',
    heldBy: clinician.staffId,
    actions: ['QUEUED', 'ASSIGNED'],
  })
  const { body } = await alone.sendCall(getDeskConsultation, { id }, { token: clinician.token })
  expect([body.voice, body.patient.phone?.country]).toEqual([null, 'ES'])
  expect(codeOf(await alone.sendCall(ringPatient, { id }, { token: clinician.token }))).toBe('NO_VOICE')
  const at = { id, clinician, patient, phones: { desk: '', patient: '' } }
  await recordPhoneEvent(alone, at, 'started')
  expect((await recordPhoneEvent(alone, at, 'failed')).status).toBe(204)
  await alone.close()
})
