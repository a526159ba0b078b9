import { recordCall } from '@cuida/core/care/queue/desk-api.ts'
import { describe, expect, test } from 'vitest'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'
import { openCall } from '../call/test-caller.ts'
import { closeVanishedGuests } from '../jobs.ts'
import { joinBothSides } from '../test-people.ts'
import { startSecondProcess } from '../test-second-process.ts'
import { createGuestActions, newPageKey } from './test-guest.ts'

const context = await createTestContext()
await context.app.listen({ port: 0, host: '127.0.0.1' })
const second = closeAfterTests(await startSecondProcess(context))
const tools = createGuestActions(context)

/** Patient and clinician, each with a connection to a guest, who uses another process. */
async function allIn() {
  const call = await tools.invited()
  const page = newPageKey()
  const guestIn = async (connection: 'patient-guest' | 'clinician-guest') =>
    openCall(second.app, (await tools.ticket(call.secret, connection, page)).body.ticket)
  const ana = await openCall(context.app, await tools.patientTicket(call))
  const marta = await openCall(context.app, await tools.clinicianTicket(call))
  await ana.next('joined')
  await marta.next('joined')
  const withAna = await guestIn('patient-guest')
  const withMarta = await guestIn('clinician-guest')
  const greeting = await withAna.next('joined')
  const { callSession } = await withMarta.next('joined')
  await ana.next('peer-joined')
  await marta.next('peer-joined')
  const [guest] = await tools.guests(call)
  return { call, page, ana, marta, withAna, withMarta, guestIn, greeting, callSession, guestId: guest?.id ?? '' }
}
const offer = (callSession: number, sdp: string) =>
  ({ type: 'description', callSession, description: { type: 'offer', sdp } }) as const

describe('a call of three through two processes', () => {
  test('each pair exchanges signals, and none reaches another connection', async () => {
    const { ana, marta, withAna, withMarta, greeting, callSession } = await allIn()
    expect(greeting).toMatchObject({ role: 'guest', polite: true, peerPresent: true })
    ana.say(offer(greeting.callSession, 'from ana'))
    marta.say(offer(callSession, 'from marta'))
    expect((await withAna.next('description')).description.sdp).toBe('from ana')
    expect((await withMarta.next('description')).description.sdp).toBe('from marta')
    withAna.say({ type: 'media', mic: true, camera: false })
    expect(await ana.next('media')).toMatchObject({ camera: false })
    expect([...ana.rest(), ...marta.rest(), ...withAna.rest(), ...withMarta.rest()]).toEqual([])
  })

  test('the main connection stays unchanged, and both sides see the guest inside', async () => {
    const { call } = await allIn()
    const [first, other] = await tools.mainTickets(call)
    const ana = await openCall(context.app, first ?? '')
    expect(await ana.next('joined')).toMatchObject({ role: 'patient', polite: true })
    const marta = await openCall(second.app, other ?? '')
    expect(await marta.next('joined')).toMatchObject({ role: 'clinician', polite: false, peerPresent: true })
    await expect
      .poll(() => tools.guests(call))
      .toMatchObject([{ name: 'Luis Gómez', state: 'inside', joinedAt: expect.any(String), leftAt: null }])
  })

  test('a reloaded guest page rejoins; a second page with the link is refused', async () => {
    const { call, withAna, guestIn, ana } = await allIn()
    const elsewhere = await tools.ticket(call.secret)
    expect(elsewhere).toMatchObject({ status: 409, body: { code: 'GUEST_INSIDE' } })
    const again = await guestIn('patient-guest')
    expect(await again.next('joined')).toMatchObject({ peerPresent: true })
    expect(await withAna.closed).toBe(4001)
    await ana.next('peer-joined')
  })

  test('a guest who left is shown as away and can come back on another device', async () => {
    const { call, withAna, withMarta } = await allIn()
    for (const line of [withAna, withMarta]) line.say({ type: 'leave' })
    await Promise.all([withAna.closed, withMarta.closed])
    await expect.poll(() => tools.guests(call)).toMatchObject([{ state: 'away', leftAt: expect.any(String) }])
    const other = await openCall(context.app, (await tools.ticket(call.secret)).body.ticket)
    await other.next('joined')
    await expect.poll(() => tools.guests(call)).toMatchObject([{ state: 'inside', leftAt: null }])
  })

  test('a guest whose process crashed is away within half a minute, since their last heartbeat', async () => {
    const { call } = await allIn()
    const [before] = await tools.guests(call)
    expect(before).toMatchObject({ state: 'inside', leftAt: null })
    const silentFor = (seconds: number) => context.db<{ seen: Date }[]>`
      update call_participant set seen_at = clock_timestamp() - make_interval(secs => ${seconds})
      where consultation_id = ${call.id} and role = 'guest' returning seen_at as seen`
    await silentFor(25)
    await closeVanishedGuests(context.services)
    expect(await tools.guests(call)).toEqual([before])
    const lastSeenTimes = (await silentFor(30)).map(({ seen }) => seen.getTime())
    await closeVanishedGuests(context.services)
    const leftAt = new Date(Math.max(...lastSeenTimes)).toISOString()
    await expect.poll(() => tools.guests(call)).toMatchObject([{ state: 'away', leftAt }])
  })

  test('a removed guest is disconnected at once and loses every ticket [B2.30]', async () => {
    const { call, ana, marta, withAna, withMarta, page, guestId } = await allIn()
    const unused = (await tools.ticket(call.secret, 'patient-guest', page)).body.ticket
    await tools.remove(call, guestId)
    for (const line of [withAna, withMarta, ana, marta]) {
      expect(await line.next('ended')).toEqual({ type: 'ended', reason: 'removed' })
      expect(await line.closed).toBe(4000)
    }
    const late = await openCall(second.app, unused)
    expect((await late.next('refused')).code).toBe('TICKET_REFUSED')
    expect((await tools.ticket(call.secret, 'patient-guest', page)).status).toBe(404)
    await expect.poll(() => tools.guests(call)).toMatchObject([{ state: 'over', leftAt: expect.any(String) }])
  })

  test('the end of the call disconnects the guest, and the time of attendance is kept', async () => {
    const { call, withAna, withMarta } = await allIn()
    await joinBothSides(context, call.id)
    await context.sendCall(
      recordCall,
      { id: call.id, medium: 'video', event: 'completed' },
      { token: call.clinician.token },
    )
    for (const line of [withAna, withMarta])
      expect(await line.next('ended')).toEqual({ type: 'ended', reason: 'completed' })
    // The socket may hear of the end before this process has dropped its cached reply.
    await expect
      .poll(() => tools.guests(call))
      .toMatchObject([{ name: 'Luis Gómez', state: 'over', joinedAt: expect.any(String), leftAt: expect.any(String) }])
  })
})

test('a guest’s ticket admits once', async () => {
  const { secret } = await tools.invited()
  const { ticket } = (await tools.ticket(secret)).body
  await (await openCall(context.app, ticket)).next('joined')
  expect((await (await openCall(second.app, ticket)).next('refused')).code).toBe('TICKET_REFUSED')
})
