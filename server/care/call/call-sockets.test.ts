import { getConsultation } from '@cuida/core/care/call/api.ts'
import type { ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import { closeConsultation, recordCall } from '@cuida/core/care/queue/desk-api.ts'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { insertCall, type TestClinician, type TestPatient } from '../test-people.ts'
import { startSecondProcess } from '../test-second-process.ts'
import { openCall, openSocket, portOf } from './test-caller.ts'
import {
  buyClinicianTicket,
  buyPatientTicket,
  type CallEvent,
  type JoinedParticipants,
  joinBoth,
  recordVideo,
} from './test-participants.ts'

const context = await createTestContext()
await context.app.listen({ port: 0, host: '127.0.0.1' })
const second = closeAfterTests(await startSecondProcess(context))

const patientTicket = (id: string, patient: TestPatient) => buyPatientTicket(context, id, patient)
const clinicianTicket = (id: string, clinician: TestClinician) => buyClinicianTicket(context, id, clinician)
const record = (id: string, clinician: TestClinician, event: CallEvent) => recordVideo(context, id, clinician, event)
const bothIn = (app: FastifyInstance = context.app) => joinBoth(context, app)
const offer = (callSession: number, sdp: string) =>
  ({ type: 'description', callSession, description: { type: 'offer', sdp } }) as const
const candidate = (callSession: number, index: number) =>
  ({
    type: 'candidate',
    callSession,
    candidate: { candidate: `candidate:${index}`, sdpMid: '0', sdpMLineIndex: 0 },
  }) as const

describe('joining a call [B2.30]', () => {
  test('each participant learns their role and whether the peer is there', async () => {
    const { id, patient, clinician } = await insertCall(context)
    const marta = await openCall(context.app, await clinicianTicket(id, clinician))
    const first = await marta.next('joined')
    expect(first).toMatchObject({ role: 'clinician', polite: false, peerPresent: false, iceServers: [] })
    const ana = await openCall(context.app, await patientTicket(id, patient), first.callId)
    const joined = await ana.next('joined')
    expect(joined).toMatchObject({ role: 'patient', polite: true, peerPresent: true, callId: first.callId })
    expect(await marta.next('peer-joined')).toEqual({ type: 'peer-joined', callSession: joined.callSession })
  })

  test('the call is ongoing in every process once the patient has joined, and can no longer count as missed', async () => {
    const { id, patient, clinician } = await bothIn(second.app)
    const url = `/v1/patients/${patient.patientId}/consultations/${id}`
    const headers = { authorization: `Bearer ${patient.token}` }
    const replyOfSecond = (await second.app.inject({ url, headers })).json()
    const replyOfFirst = (
      await context.sendCall(getConsultation, { patientId: patient.patientId, id }, { token: patient.token })
    ).body
    expect([replyOfSecond.callState, replyOfFirst.callState]).toEqual(['ongoing', 'ongoing'])
    expect(await record(id, clinician, 'failed')).toMatchObject({ status: 409, body: { code: 'NOT_NOW' } })
  })

  test('a participant who left, or whose process crashed 30 seconds ago, is absent', async () => {
    const { id, clinician, ana, marta } = await bothIn()
    ana.say({ type: 'leave' })
    await marta.next('peer-left')
    const enter = async () => (await openCall(context.app, await clinicianTicket(id, clinician))).next('joined')
    expect((await enter()).peerPresent).toBe(false)
    const died = await bothIn(second.app)
    const setLastSeen = (seconds: number) => context.db`
      update call_participant set seen_at = clock_timestamp() - make_interval(secs => ${seconds})
      where consultation_id = ${died.id} and role = 'patient'`
    const again = async () =>
      (await openCall(context.app, await clinicianTicket(died.id, died.clinician))).next('joined')
    await setLastSeen(25)
    expect((await again()).peerPresent).toBe(true)
    await setLastSeen(30)
    expect((await again()).peerPresent).toBe(false)
  })

  test('a foreign origin and another path are refused', async () => {
    const port = portOf(context.app)
    await expect(openSocket(context.app, { origin: 'https://evil.example' })).rejects.toThrow('403')
    await expect(openSocket(context.app, { origin: 'null' })).rejects.toThrow('403')
    const allowedOrigins = [`http://127.0.0.1:${port}`, context.services.env.PUBLIC_URL]
    for (const origin of allowedOrigins) (await openSocket(context.app, { origin })).ws.close()
    const { WebSocket } = await import('ws')
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/call`)
    const status = await new Promise((resolve) => {
      socket.on('error', () => {})
      socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode))
    })
    expect(status).toBe(404)
  })
})

describe.each([
  ['one process', () => context.app],
  ['two processes', () => second.app],
])('through %s', (_, getApp) => {
  test('the peer receives signals in order, and the sender receives none of its own', async () => {
    const { ana, marta, callSession } = await bothIn(getApp())
    marta.say(offer(callSession, 'v=0 offer'))
    for (let index = 0; index < 60; index++) marta.say(candidate(callSession, index))
    expect(await ana.next('description')).toMatchObject(offer(callSession, 'v=0 offer'))
    for (let index = 0; index < 60; index++)
      expect(await ana.next('candidate')).toMatchObject(candidate(callSession, index))
    ana.say({ type: 'description', callSession, description: { type: 'answer', sdp: 'v=0 answer' } })
    ana.say({ type: 'media', mic: true, camera: false })
    expect((await marta.next('description')).description).toEqual({ type: 'answer', sdp: 'v=0 answer' })
    expect(await marta.next('media')).toMatchObject({ type: 'media', mic: true, camera: false })
    expect([...ana.rest(), ...marta.rest()]).toEqual([])
  })

  test('a reloaded page replaces its participant and gets no signal for the previous page', async () => {
    const { id, patient, ana, marta, callSession } = await bothIn(getApp())
    marta.say({ type: 'media', mic: false, camera: true })
    await ana.next('media')
    const again = await openCall(getApp(), await patientTicket(id, patient))
    const joined = await again.next('joined')
    expect(joined.peerPresent).toBe(true)
    expect(joined.callSession).toBeGreaterThan(callSession)
    expect(await ana.closed).toBe(4001)
    expect(await marta.next('peer-joined')).toEqual({ type: 'peer-joined', callSession: joined.callSession })
    marta.say(offer(callSession, 'for the old page'))
    marta.say(offer(joined.callSession, 'for the new page'))
    expect((await again.next('description')).description.sdp).toBe('for the new page')
    expect(marta.rest()).toEqual([])
  })

  test('a page that lost only its socket resumes its call session and gets the signals that it missed', async () => {
    const { id, patient, ana, marta, callSession } = await bothIn(getApp())
    marta.say({ type: 'media', mic: true, camera: false })
    const { n: lastSignal = 0 } = await ana.next('media')
    ana.ws.terminate()
    await marta.next('peer-left')
    marta.say(candidate(callSession, 1))
    marta.say({ type: 'media', mic: false, camera: false })
    const again = await openSocket(getApp())
    again.say({ type: 'join', ticket: await patientTicket(id, patient), resume: { callSession, heard: lastSignal } })
    expect(await again.next('joined')).toMatchObject({ callSession, resumed: true, peerPresent: true })
    expect(await again.next('candidate')).toMatchObject(candidate(callSession, 1))
    expect((await again.next('media')).mic).toBe(false)
    expect((await marta.next('peer-back')).n).toBeGreaterThan(lastSignal)
    again.say(candidate(callSession, 2))
    expect(await marta.next('candidate')).toMatchObject(candidate(callSession, 2))
    expect([...again.rest(), ...marta.rest()]).toEqual([])
  })

  test('a replaced page, or one whose peer has reloaded, cannot resume', async () => {
    const { id, patient, clinician, marta, callSession } = await bothIn(getApp())
    await (await openCall(getApp(), await clinicianTicket(id, clinician))).next('joined')
    expect(await marta.closed).toBe(4001)
    const again = await openSocket(getApp())
    again.say({ type: 'join', ticket: await patientTicket(id, patient), resume: { callSession, heard: callSession } })
    const joined = await again.next('joined')
    expect(joined).toMatchObject({ resumed: false, peerPresent: true })
    expect(joined.callSession).toBeGreaterThan(callSession)
  })

  test('a participant who joins later learns which media the peer sends', async () => {
    const { id, patient, clinician } = await insertCall(context)
    const marta = await openCall(context.app, await clinicianTicket(id, clinician))
    await marta.next('joined')
    marta.say({ type: 'media', mic: true, camera: false })
    const findMediaSignals = () =>
      context.db`select 1 from call_signal where body like '%media%' and consultation_id = ${id}`
    await expect.poll(async () => (await findMediaSignals()).length, { timeout: 20_000 }).toBe(1)
    const ana = await openCall(getApp(), await patientTicket(id, patient))
    expect(await ana.next('media')).toMatchObject({ type: 'media', mic: true, camera: false })
  })

  test('leaving and losing the socket are different signals', async () => {
    const { id, patient, ana, marta } = await bothIn(getApp())
    ana.ws.terminate()
    expect((await marta.next('peer-left')).reason).toBe('lost')
    const again = await openCall(getApp(), await patientTicket(id, patient))
    await marta.next('peer-joined')
    again.say({ type: 'leave' })
    expect((await marta.next('peer-left')).reason).toBe('left')
    expect(await again.closed).toBe(4004)
  })

  test('declining reaches the clinician who waits in the call', async () => {
    const { id, patient, clinician } = await insertCall(context)
    const marta = await openCall(getApp(), await clinicianTicket(id, clinician))
    await marta.next('joined')
    await context.app.inject({
      method: 'POST',
      url: `/v1/consultations/${id}/call-declined`,
      headers: { authorization: `Bearer ${patient.token}` },
    })
    expect(await marta.next('peer-declined')).toEqual({ type: 'peer-declined' })
  })

  test('at the end of a call both sides get the reason and are disconnected, and all signals are deleted', async () => {
    const { id, clinician, ana, marta, callSession } = await bothIn(getApp())
    marta.say(offer(callSession, 'v=0'))
    await ana.next('description')
    await record(id, clinician, 'completed')
    for (const caller of [ana, marta]) {
      expect(await caller.next('ended')).toEqual({ type: 'ended', reason: 'completed' })
      expect(await caller.closed).toBe(4000)
    }
    for (const table of ['call_signal', 'call_participant', 'call_ticket'])
      expect(await context.db`select 1 from ${context.db(table)} where consultation_id = ${id}`).toHaveLength(0)
  })
})

test('a page that sees a foreign certificate reports it, and its peer stops too', async () => {
  const { ana, marta } = await bothIn()
  ana.say({ type: 'leave', unsafe: true })
  expect((await marta.next('peer-left')).reason).toBe('unsafe')
  expect(await ana.closed).toBe(4004)
})

test('a ping is answered, so that the client notices a dead socket', async () => {
  const { ana, marta } = await bothIn()
  ana.say({ type: 'ping' })
  expect(await ana.next('pong')).toEqual({ type: 'pong' })
  expect(marta.rest()).toEqual([])
})

describe('the end of a call', () => {
  const ended = async (action: (both: JoinedParticipants) => Promise<unknown>): Promise<ServerSignal> => {
    const both = await bothIn()
    await action(both)
    return both.ana.next('ended')
  }
  test('the call ends as switched when it continues by phone', async () => {
    const phone = ({ id, clinician }: JoinedParticipants) =>
      context.sendCall(recordCall, { id, medium: 'phone', event: 'started' }, { token: clinician.token })
    expect(await ended(phone)).toEqual({ type: 'ended', reason: 'switched' })
  })
  test('the call ends as ended when the clinician pauses it', async () => {
    expect(await ended(({ id, clinician }) => record(id, clinician, 'ended'))).toEqual({
      type: 'ended',
      reason: 'ended',
    })
  })
  test('the call ends as ended after a technical failure', async () => {
    const close = ({ id, clinician }: JoinedParticipants) =>
      context.sendCall(
        closeConsultation,
        { id, text: 'No sound.', outcome: 'technical-failure' },
        { token: clinician.token },
      )
    expect(await ended(close)).toEqual({ type: 'ended', reason: 'ended' })
  })
  test('the call ends as missed when the patient did not come', async () => {
    const { id, clinician } = await insertCall(context)
    const marta = await openCall(context.app, await clinicianTicket(id, clinician))
    await marta.next('joined')
    await record(id, clinician, 'failed')
    expect(await marta.next('ended')).toEqual({ type: 'ended', reason: 'missed' })
  })
  test('a participant whose session ends is disconnected', async () => {
    const { patient, ana, marta } = await bothIn()
    await context.db`update session set ended_at = now(), end_reason = 'logout' where id = ${patient.sessionId}`
    await context.db`select pg_notify('cuida_changes', ${`session:${patient.sessionId}`})`
    expect(await ana.closed).toBe(4003)
    expect((await marta.next('peer-left')).reason).toBe('lost')
  })
})
