import { createCallTicket } from '@cuida/core/care/call/api.ts'
import { createDeskCallTicket, recordCall } from '@cuida/core/care/queue/desk-api.ts'
import { describe, expect, test, vi } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertCall, joinBothSides } from '../test-people.ts'
import { startSecondProcess } from '../test-second-process.ts'
import { openCall, openSocket, TEST_FINGERPRINT } from './test-caller.ts'

const context = await createTestContext()
await context.app.listen({ port: 0, host: '127.0.0.1' })

type CallOf = Awaited<ReturnType<typeof insertCall>>
const patientTicket = async ({ id, patient }: CallOf) =>
  (await context.sendCall(createCallTicket, { id, fingerprint: TEST_FINGERPRINT }, { token: patient.token })).body
    .ticket
const clinicianTicket = async ({ id, clinician }: CallOf) =>
  (await context.sendCall(createDeskCallTicket, { id, fingerprint: TEST_FINGERPRINT }, { token: clinician.token })).body
    .ticket
const record = ({ id, clinician }: CallOf, event: 'started' | 'ended' | 'completed') =>
  context.sendCall(recordCall, { id, medium: 'video', event }, { token: clinician.token })

async function refusal(ticket: string, callId?: string) {
  const caller = await openCall(context.app, ticket, callId)
  const { code } = await caller.next('refused')
  return [code, await caller.closed]
}

describe('a ticket', () => {
  test('a ticket admits one of ten sockets that present it at once', async () => {
    const ticket = await patientTicket(await insertCall(context))
    const callers = await Promise.all(Array.from({ length: 10 }, () => openCall(context.app, ticket)))
    const signalTypes = await Promise.all(
      callers.map((caller) => Promise.race([caller.next('joined'), caller.next('refused')]).then(({ type }) => type)),
    )
    expect(signalTypes.filter((type) => type === 'joined')).toHaveLength(1)
    expect(await refusal(ticket)).toEqual(['TICKET_REFUSED', 4002])
  })

  test('a ticket expires after 60 seconds', async () => {
    const call = await insertCall(context)
    const late = await patientTicket(call)
    const punctual = await patientTicket(call)
    const { db } = context
    await db`update call_ticket set expires_at = clock_timestamp() - interval '1 millisecond' where consultation_id = ${call.id}
      and ctid = (select min(ctid) from call_ticket where consultation_id = ${call.id})`
    expect(await refusal(late)).toEqual(['TICKET_REFUSED', 4002])
    await (await openCall(context.app, punctual)).next('joined')
  })

  test('an unknown ticket is refused', async () =>
    expect(await refusal('A'.repeat(43))).toEqual(['TICKET_REFUSED', 4002]))

  test('a ticket of an ended call admits to neither that call nor the next one', async () => {
    const call = await insertCall(context)
    const before = await patientTicket(call)
    const ticket = await clinicianTicket(call)
    await record(call, 'ended')
    expect((await refusal(before))[1]).toBe(4002)
    await record(call, 'started')
    expect((await refusal(ticket))[1]).toBe(4002)
    await joinBothSides(context, call.id)
    await record(call, 'completed')
    expect(
      (
        await context.sendCall(
          createCallTicket,
          { id: call.id, fingerprint: TEST_FINGERPRINT },
          { token: call.patient.token },
        )
      ).body.code,
    ).toBe('NO_CALL')
  })

  test('a ticket of an ended session is refused', async () => {
    const call = await insertCall(context)
    const ticket = await patientTicket(call)
    await context.db`update session set ended_at = now(), end_reason = 'logout' where id = ${call.patient.sessionId}`
    expect(await refusal(ticket)).toEqual(['TICKET_REFUSED', 4002])
  })

  test('a ticket joins its own call in its own role', async () => {
    const call = await insertCall(context)
    const other = await insertCall(context)
    const { callId } = await (await openCall(context.app, await clinicianTicket(other))).next('joined')
    expect(await refusal(await patientTicket(call), callId)).toEqual(['NO_CALL', 4002])
    expect((await (await openCall(context.app, await clinicianTicket(call))).next('joined')).role).toBe('clinician')
  })

  test('a ticket of a clinician who no longer holds the patient is refused', async () => {
    const call = await insertCall(context)
    const ticket = await clinicianTicket(call)
    const [someone] = await context.db`select id from staff where id <> ${call.clinician.staffId}`
    await context.db`update consultation set held_by = ${someone?.id} where id = ${call.id}`
    expect(await refusal(ticket)).toEqual(['NO_CALL', 4002])
  })
})

describe('a misbehaving client is disconnected', () => {
  test.each([
    ['text that is not JSON', '{'],
    ['an unknown message type', '{"type":"shout"}'],
    ['a signal before the ticket', '{"type":"media","mic":true,"camera":true}'],
    ['a binary frame', Buffer.from('{"type":"leave"}')],
  ])('the socket is closed after %s', async (_, message) => {
    const caller = await openSocket(context.app)
    caller.ws.send(message)
    expect(await caller.closed).toBe(1008)
  })

  test('the socket is closed after a second ticket', async () => {
    const call = await insertCall(context)
    const caller = await openCall(context.app, await patientTicket(call))
    await caller.next('joined')
    caller.say({ type: 'join', ticket: await patientTicket(call) })
    expect(await caller.closed).toBe(1008)
  })

  test('the socket is closed after a frame of a megabyte', async () => {
    const caller = await openSocket(context.app)
    caller.ws.send('x'.repeat(1_000_000))
    expect(await caller.closed).toBe(1009)
  })

  test('the socket is closed after five seconds without a ticket', async () => {
    const before = Date.now()
    const caller = await openSocket(context.app)
    expect(await caller.closed).toBe(1008)
    expect(Date.now() - before).toBeGreaterThan(4_900)
  })

  test('a client that sends 2,000 messages at once is disconnected while others still join', async () => {
    const call = await insertCall(context)
    const other = await insertCall(context)
    const flood = await openCall(context.app, await patientTicket(call))
    await flood.next('joined')
    const ticket = await patientTicket(other)
    for (let n = 0; n < 2_000; n++) flood.say({ type: 'media', mic: true, camera: n % 2 === 0 })
    await (await openCall(context.app, ticket)).next('joined')
    expect(await flood.closed).toBe(1008)
    const mediaSignals =
      await context.db`select 1 from call_signal where consultation_id = ${call.id} and body like '%media%'`
    expect(mediaSignals.length).toBeLessThanOrEqual(200)
  })
})

test('a stopping process closes its calls at once and marks their participants as gone', async () => {
  const process = await startSecondProcess(context)
  const call = await insertCall(context)
  const marta = await openCall(context.app, await clinicianTicket(call))
  const ana = await openCall(process.app, await patientTicket(call))
  const { callId } = await ana.next('joined')
  const stopping = process.close()
  expect(await ana.closed).toBe(1012)
  await stopping
  expect((await marta.next('peer-left')).reason).toBe('lost')
  const again = await openCall(context.app, await patientTicket(call), callId)
  expect(await again.next('joined')).toMatchObject({ callId, peerPresent: true })
})

test('a socket without a sign of life is cut after 20 seconds; a person in a call does not become idle', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const process = await startSecondProcess(context)
  try {
    const call = await insertCall(context)
    const deaf = await openSocket(process.app, { autoPong: false })
    const ana = await openCall(process.app, await patientTicket(call))
    await ana.next('joined')
    const { sessionId } = call.patient
    await context.db`update session set last_seen_at = now() - interval '14 minutes' where id = ${sessionId}`
    vi.advanceTimersByTime(10_000)
    await new Promise((resolve) => setTimeout(resolve, 200))
    vi.advanceTimersByTime(10_000)
    expect(await deaf.closed).toBe(1006)
    expect(ana.ws.readyState).toBe(ana.ws.OPEN)
    const findRows = () =>
      context.db`select 1 from session where id = ${sessionId} and last_seen_at > now() - interval '1 minute'`
    await expect.poll(async () => (await findRows()).length).toBe(1)
  } finally {
    vi.useRealTimers()
    await process.close()
  }
})
