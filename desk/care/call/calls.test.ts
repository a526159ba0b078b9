import {
  createDeskGuestConnectionTicket,
  inviteGuestAtDesk,
  listGuestsAtDesk,
} from '@cuida/core/care/guest/guest-api.ts'
import { createDeskCallTicket, type DeskConsultation, getDeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { buyTicket as buyGuestTicket, useCallGuest, useGuests, useInviteGuest } from '../guest/guest-queries.ts'
import { buyTicket } from '../queries.ts'
import { useCurrentCall } from './use-current-call.ts'

vi.mock('../../kit/change-events.ts', () => ({ useChangeEvents: () => {} }))

beforeEach(() => freezeTime())

const id = '10000000-0000-4000-8000-000000000001'
const other = '10000000-0000-4000-8000-000000000002'
const { signal } = new AbortController()

describe.each([
  ['a call', buyTicket, createDeskCallTicket],
  ['a call with a guest', buyGuestTicket, createDeskGuestConnectionTicket],
])('%s', (_, buy, call) => {
  test.each([404, 409])('a refusal with %i means that the call is over, and is not retried', async (status) => {
    mockServer().refuse(call, 'NO_CALL', status)
    expect(await buy(id, 'AB:CD', signal)).toBeUndefined()
  })
  test.each([403, 410, 500])('a failure with %i is worth a retry', async (status) => {
    mockServer().refuse(call, 'NO', status)
    await expect(buy(id, 'AB:CD', signal)).rejects.toMatchObject({ status })
  })
  test('a running call returns a ticket', async () => {
    mockServer().reply(call, { ticket: 'one' })
    expect(await buy(id, 'AB:CD', signal)).toEqual({ ticket: 'one' })
  })
})

describe('the video call of this desk', () => {
  const entries = new Map<string, string>()
  beforeEach(() => {
    entries.clear()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, text: string) => void entries.set(key, text),
      removeItem: (key: string) => void entries.delete(key),
    })
  })
  const started = (createdAt: string) => ({ type: 'VIDEO_CALL_STARTED', createdAt })
  const onCall = { id, heldByMe: true, callMedium: 'video', actions: [started('10:00'), started('10:05')] }

  async function desk(consultation: object = onCall) {
    const server = mockServer()
    server.reply(getDeskConsultation, ({ path }) =>
      path.includes(other) ? { ...onCall, id: other, heldByMe: false } : consultation,
    )
    let consultationId: string | undefined = id
    const screen = await renderHookWithQueries(() => useCurrentCall(consultationId))
    const openCall = async (next: string | undefined) => {
      consultationId = next
      await screen.rerender()
    }
    return { server, screen, openCall }
  }

  test('its key is its last start, so another start is another call', async () => {
    const { server, screen } = await desk()
    expect(screen.current()).toMatchObject({ id, key: `${id} 10:05`, consultation: onCall })
    server.reply(getDeskConsultation, { ...onCall, actions: [...onCall.actions, started('10:20')] })
    await advanceTime(2_000)
    expect(screen.current()?.key).toBe(`${id} 10:20`)
  })

  test('it goes on while another patient or none is on screen', async () => {
    const { screen, openCall } = await desk()
    await openCall(other)
    expect(screen.current()?.id).toBe(id)
    await openCall(undefined)
    expect(screen.current()?.id).toBe(id)
  })

  test('it goes on after a reload', async () => {
    const first = await desk()
    await first.screen.unmount()
    const { screen, openCall } = await desk()
    await openCall(undefined)
    expect(screen.current()?.id).toBe(id)
  })

  test('it ends when it is over, also for the next page load', async () => {
    const { server, screen, openCall } = await desk()
    await openCall(other)
    server.reply(getDeskConsultation, { ...onCall, callMedium: null })
    await advanceTime(2_000)
    expect(screen.current()).toBeUndefined()
    expect(entries.size).toBe(0)
  })

  test.each([
    ['when a colleague holds the consultation', { heldByMe: false }],
    ['when it is a phone call', { callMedium: 'phone' }],
    ['when no call was started', { actions: [] }],
    ['when the history has other actions only', { actions: [{ type: 'ASSIGNED', createdAt: '10:00' }] }],
  ])('there is no call %s', async (_, more) => {
    const { screen } = await desk({ ...onCall, ...more } as Partial<DeskConsultation>)
    expect(screen.current()).toBeUndefined()
    expect(entries.size).toBe(0)
  })
})

describe('a guest of a call', () => {
  const guest = { id: other, name: 'Luis', state: 'agreed' }
  const meeting = async (items: object[]) => {
    mockServer().reply(listGuestsAtDesk, { items })
    return (await renderHookWithQueries(() => useCallGuest(id, 'call-1'))).current()
  }

  test('an admitted guest has a connection and a name', async () => {
    const { connection, third } = await meeting([{ ...guest, id, state: 'over' }, guest])
    expect(connection).toMatchObject({ callId: `call-1 ${other}`, peer: 'guest', guestId: other, name: 'Luis' })
    expect(third).toEqual({ name: 'Luis', role: 'guest' })
  })

  test('the desk joins the guest’s connection with a ticket for this call', async () => {
    const { connection } = await meeting([guest])
    const server = mockServer()
    server.reply(createDeskGuestConnectionTicket, { ticket: 'one' })
    expect(await connection?.buyTicket('AB:CD', signal)).toEqual({ ticket: 'one' })
    expect(server.requests).toMatchObject([{ path: expect.stringContaining(id), body: { fingerprint: 'AB:CD' } }])
  })

  test.each([
    ['a guest to whom the patient has not agreed', [{ ...guest, state: 'asked' }]],
    ['a guest whose invitation is over', [{ ...guest, state: 'over' }]],
    ['a guest who was not invited', []],
  ])('%s has no connection', async (_, items) =>
    expect(await meeting(items)).toEqual({ connection: undefined, third: undefined }),
  )

  test.each([200, 409])(
    'the secret of an invite link is in the fragment, which no server receives (%i)',
    async (status) => {
      const server = mockServer()
      server.reply(listGuestsAtDesk, { items: [] })
      server.reply(inviteGuestAtDesk, { secret: 'psst', code: 'REFUSED' }, status)
      const screen = await renderHookWithQueries(() => ({ list: useGuests(id), invite: useInviteGuest(id) }))
      const find = vi.spyOn(document, 'querySelector').mockReturnValue({ content: 'https://app.cuida.test' } as never)
      onTestFinished(() => find.mockRestore())
      await screen.act(({ invite }) => invite.mutate({ name: 'Luis' } as never))
      expect(screen.current().invite.data).toBe(status === 200 ? 'https://app.cuida.test/guest#psst' : undefined)
      expect(server.requestsTo(listGuestsAtDesk)).toHaveLength(2)
    },
  )
})
