import { expect, test } from 'vitest'
import { lockConsultation } from '../../consultation/change-store.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { openCall, openSocket } from './test-caller.ts'
import { buyClinicianTicket, buyPatientTicket, joinBoth, recordVideo } from './test-participants.ts'

const context = await createTestContext()
await context.app.listen({ port: 0, host: '127.0.0.1' })

test('a newly loaded page does not hear that the peer’s socket broke and came back before', async () => {
  const { id, patient, clinician, ana, marta, callSession } = await joinBoth(context, context.app)
  ana.ws.terminate()
  await marta.next('peer-left')
  const back = await openSocket(context.app)
  back.say({
    type: 'join',
    ticket: await buyPatientTicket(context, id, patient),
    resume: { callSession, heard: callSession },
  })
  await marta.next('peer-back')
  back.say({ type: 'media', mic: false, camera: true })
  // A page that is still getting its media would restart its connection on such a signal, and so on without end.
  const again = await openSocket(context.app)
  const result: string[] = []
  again.ws.on('message', (data) => result.push(JSON.parse(String(data)).type))
  again.say({ type: 'join', ticket: await buyClinicianTicket(context, id, clinician) })
  await again.next('media')
  expect(result).toEqual(['joined', 'media'])
})

test('a socket that closed before it was admitted does not join, because another one may have', async () => {
  const { id, patient, clinician, ana, marta } = await joinBoth(context, context.app)
  await context.db.begin(async (tx) => {
    await lockConsultation(tx, id)
    const slow = await openCall(context.app, await buyPatientTicket(context, id, patient))
    const spent = () => tx`select 1 from call_ticket where consultation_id = ${id} and used_at is not null`
    await expect.poll(async () => (await spent()).length, { timeout: 20_000 }).toBe(3)
    slow.ws.close()
    await slow.closed
  })
  // Waits for the same lock, behind the socket that closed.
  await recordVideo(context, id, clinician, 'ended')
  expect(await ana.next('ended')).toEqual({ type: 'ended', reason: 'ended' })
  await marta.closed
  expect(marta.rest().map(({ type }) => type)).toEqual(['ended'])
})
