import { cancelOrder, rescheduleConsultation } from '@cuida/core/care/booked/booked-api.ts'
import { createCallTicket, declineCall, getConsultation } from '@cuida/core/care/call/api.ts'
import { addDocument } from '@cuida/core/care/documents/document-api.ts'
import { createGuestConnectionTicket, createGuestTicket, inviteGuest } from '@cuida/core/care/guest/guest-api.ts'
import { leaveQueue } from '@cuida/core/care/queue/waiting-api.ts'
import { rateConsultation } from '@cuida/core/care/rating/rating-api.ts'
import { getOrder } from '@cuida/core/checkout/order/api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { ConsultationStatus, isPast } from '@cuida/core/consultation/status/status.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useConsultation, useConsultations } from '../consultation/queries.ts'
import { sendFile } from './documents/uploads.ts'
import { buyTicket as buyGuestTicket } from './guest/guest-link.ts'
import { buyGuestConnectionTicket, useInvite } from './guest/guest-queries.ts'
import { buyTicket, useCancelOrder, useDeclineCall, useOrderOf, useReschedule } from './queries.ts'
import { useAway } from './queue/waiting-queries.ts'
import { saveRating } from './rating/RatingForm.tsx'
import { requestOf } from './record/record-queries.ts'
import { anaId, leoId, mockFamilyServer } from './test-family.ts'

const id = 'consultation-1'
const signal = new AbortController().signal

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

describe('consultations', () => {
  test.each(['upcoming', 'past'] as const)(
    '%s consultations are those of the whole family and no others',
    async (which) => {
      const server = mockFamilyServer()
      server.reply(listConsultations, ({ path }) => ({ items: [{ id: path.includes(leoId) ? leoId : anaId }] }))
      const { current: now } = await renderHookWithQueries(() => useConsultations(which))
      expect(now().data).toEqual([{ id: anaId }, { id: leoId }])
      const expectedStatuses = ConsultationStatus.options.filter((status) => isPast(status) === (which === 'past'))
      for (const { query } of server.requestsTo(listConsultations))
        expect(query.getAll('status').sort()).toEqual(expectedStatuses.sort())
    },
  )

  test('a dependant who came of age is left out, and the profile is refetched', async () => {
    const server = mockFamilyServer()
    server.reply(listConsultations, ({ path }) =>
      path.includes(leoId) ? Response.json({ code: 'PATIENT_NOT_FOUND' }, { status: 404 }) : { items: [{ id }] },
    )
    const { current: now } = await renderHookWithQueries(() => useConsultations('upcoming'))
    expect(now().data).toEqual([{ id }])
    expect(server.requestsTo(me).length).toBeGreaterThan(1)
  })

  test('a failed request for one member fails the whole list', async () => {
    const server = mockFamilyServer()
    server.reply(listConsultations, ({ path }) =>
      path.includes(leoId) ? Response.json({ code: 'UNEXPECTED' }, { status: 500 }) : { items: [{ id }] },
    )
    expect((await renderHookWithQueries(() => useConsultations('upcoming'))).current()).toMatchObject({
      data: undefined,
      isError: true,
    })
  })

  test('without a session no consultations are fetched', async () => {
    const server = mockServer()
    await renderHookWithQueries(() => [useConsultations('past'), useConsultation(id)])
    expect(server.requests).toEqual([])
  })
})

describe('one consultation', () => {
  const notTheirs = (code = 'CONSULTATION_NOT_FOUND') => Response.json({ code }, { status: 404 })
  const patients = (server: ReturnType<typeof mockServer>) =>
    server.requestsTo(getConsultation).map(({ path, query }) => (`${path}${query}`.includes(leoId) ? leoId : anaId))

  test.each(['CONSULTATION_NOT_FOUND', 'PATIENT_NOT_FOUND'])(
    'a consultation is found with its family member (%s)',
    async (code) => {
      const server = mockFamilyServer()
      server.reply(getConsultation, ({ path, query }) =>
        `${path}${query}`.includes(leoId) ? { id, status: 'QUEUED' } : notTheirs(code),
      )
      expect((await renderHookWithQueries(() => useConsultation(id))).current().data).toMatchObject({ id })
      expect(patients(server)).toEqual([anaId, leoId])
    },
  )

  test('a consultation of no family member does not exist and is not polled', async () => {
    const server = mockFamilyServer()
    server.reply(getConsultation, () => notTheirs())
    const screen = await renderHookWithQueries(() => useConsultation(id))
    await advanceTime(120_000)
    expect(screen.current().isError).toBe(true)
    expect(patients(server)).toEqual([anaId, leoId])
  })

  test('a failed request is not tried with other members, and is polled again', async () => {
    const server = mockFamilyServer()
    server.refuse(getConsultation, 'UNEXPECTED', 500)
    await renderHookWithQueries(() => useConsultation(id))
    expect(patients(server)).toEqual([anaId])
    await advanceTime(2_000)
    expect(patients(server)).toEqual([anaId, anaId])
  })
})

describe('the order of a consultation', () => {
  const fetchOrder = async (refund: object | null, orderId: string | null = 'order-1') => {
    const server = mockServer()
    server.reply(getOrder, { id: orderId, refund })
    const screen = await renderHookWithQueries(() => useOrderOf({ orderId } as never))
    const first = screen.current()
    await advanceTime(15_000)
    return [first, server.requestsTo(getOrder).length]
  }
  test('an order is polled every 15 seconds', async () =>
    expect(await fetchOrder(null)).toEqual([{ id: 'order-1', refund: null }, 2]))
  test('an order is polled every 2 seconds while a refund is pending', async () =>
    expect((await fetchOrder({ state: 'pending' }))[1]).toBe(8))
  test('a consultation without an order fetches none', async () =>
    expect(await fetchOrder(null, null)).toEqual([undefined, 0]))
  test("another payer's order is requested only once", async () => {
    const server = mockServer()
    server.refuse(getOrder, 'ORDER_NOT_FOUND', 404)
    await renderHookWithQueries(() => useOrderOf({ orderId: 'order-1' } as never))
    await advanceTime(1_000)
    expect(server.requestsTo(getOrder)).toHaveLength(1)
  })
})

describe('a mutation', () => {
  const beside = (callbacks: { done: () => void; refused: () => void }) => () => ({
    list: useConsultations('upcoming'),
    order: useOrderOf({ orderId: 'order-1' } as never),
    cancel: useCancelOrder('order-1', { onCancelled: callbacks.done }),
    decline: useDeclineCall(id),
    move: useReschedule(id, { onRescheduled: callbacks.done, onRefused: callbacks.refused }),
    away: useAway({ id: id, isAway: false }),
  })
  const ACTIONS = [
    ['cancelling', cancelOrder, (it: ReturnType<ReturnType<typeof beside>>) => it.cancel.mutate('COST'), true],
    [
      'moving',
      rescheduleConsultation,
      (it: ReturnType<ReturnType<typeof beside>>) => it.move.mutate({} as never),
      true,
    ],
    ['declining', declineCall, (it: ReturnType<ReturnType<typeof beside>>) => it.decline.mutate(), false],
    ['going away', leaveQueue, (it: ReturnType<ReturnType<typeof beside>>) => it.away.mutate(), false],
  ] as const

  test.each(ACTIONS.flatMap((mutation) => [[...mutation, 200] as const, [...mutation, 409] as const]))(
    '%s: queries are refetched, refused or not',
    async (_, call, act, isOfMoney, status) => {
      const server = mockFamilyServer({ dependants: [] })
      server.reply(listConsultations, { items: [] })
      server.reply(getOrder, { id: 'order-1', refund: null })
      server.reply(call, { code: 'NOT_NOW' }, status)
      const callbacks = { done: vi.fn(), refused: vi.fn() }
      const screen = await renderHookWithQueries(beside(callbacks))
      await screen.act(act)
      expect(server.requestsTo(listConsultations)).toHaveLength(2)
      expect(server.requestsTo(getOrder)).toHaveLength(isOfMoney ? 2 : 1)
      expect(callbacks.done).toHaveBeenCalledTimes(isOfMoney && status === 200 ? 1 : 0)
      expect(callbacks.refused).toHaveBeenCalledTimes(call === rescheduleConsultation && status === 409 ? 1 : 0)
    },
  )
})

describe.each([
  ['a call', () => buyTicket(id, 'AB:CD', signal), createCallTicket],
  ['a call with a guest', () => buyGuestConnectionTicket(id, 'AB:CD', signal), createGuestConnectionTicket],
  [
    'a call, as its guest',
    () =>
      buyGuestTicket({ secret: 's', connection: 'patient-guest', name: 'Luis', page: 'p' }, 'AB:CD', signal, () => {}),
    createGuestTicket,
  ],
])('%s', (_, buy, call) => {
  test.each([404, 409])('a call that is over (%i) cannot be joined', async (status) => {
    mockServer().refuse(call, 'NO_CALL', status)
    expect(await buy()).toBeUndefined()
  })
  test.each([403, 500])('a call that cannot be joined now (%i) can be retried', async (status) => {
    mockServer().refuse(call, 'NO', status)
    await expect(buy()).rejects.toMatchObject({ status })
  })
})

const unseen = new AbortController().signal
test.each<[string, () => Promise<unknown>, Call, string, object]>([
  [
    'a rating trims its comment',
    () => saveRating('c-1', 4, ' Kind '),
    rateConsultation,
    'consultations/c-1/rating',
    { stars: 4, comment: 'Kind' },
  ],
  [
    'a rating without words has no comment',
    () => saveRating('c-1', 5, '  '),
    rateConsultation,
    'consultations/c-1/rating',
    { stars: 5, comment: null },
  ],
  [
    'a call ticket names the certificate of the patient',
    () => buyTicket('c-1', 'AB:CD', unseen),
    createCallTicket,
    'consultations/c-1/call-ticket',
    { fingerprint: 'AB:CD' },
  ],
  [
    'a guest ticket names the secret, the guest and the connection',
    () =>
      buyGuestTicket({ secret: 's', name: 'Ana', page: 'p', connection: 'clinician-guest' }, 'AB:CD', unseen, () => {}),
    createGuestTicket,
    'guest-calls/ticket',
    { secret: 's', name: 'Ana', page: 'p', connection: 'clinician-guest', fingerprint: 'AB:CD' },
  ],
])('%s', async (_, send, call, path, body) => {
  const server = mockServer()
  await send().catch(() => {})
  expect(server.requestsTo(call)).toMatchObject([{ path: `/v1/${path}`, body }])
})

test('a guest is invited to this consultation, by name and kind', async () => {
  const server = mockServer()
  const screen = await renderHookWithQueries(() => useInvite('c-1'))
  await screen.act((it) => it.mutateAsync({ kind: 'interpreter', name: 'Ana' }).catch(() => {}))
  expect(server.requestsTo(inviteGuest)).toMatchObject([
    { path: '/v1/consultations/c-1/guests', body: { kind: 'interpreter', name: 'Ana' } },
  ])
})

test.each([true, false])('a patient who is away (%s) asks for the opposite', async (isAway) => {
  const server = mockServer()
  const screen = await renderHookWithQueries(() => useAway({ id: 'c-1', isAway }))
  await screen.act((it) => it.mutateAsync().catch(() => {}))
  expect(server.requestsTo(leaveQueue)).toMatchObject([{ path: '/v1/consultations/c-1/away', body: { away: !isAway } }])
})

test('a photo is uploaded to its consultation with its own idempotency key and name', async () => {
  const server = mockServer()
  const content = new Blob(['12345'])
  await sendFile({ key: 'k1', name: 'piel.jpg', consultationId: 'c-1', content }, unseen, () => {}).catch(() => {})
  expect(server.requestsTo(addDocument)).toMatchObject([
    { path: '/v1/consultations/c-1/documents', idempotencyKey: 'k1', file: { name: 'piel.jpg', size: 5 } },
  ])
})

test('a correction of a record names its entry, and an addition names none', () => {
  expect(requestOf('allergy', ' Not allergic ', { id: 'e-1' } as never)).toEqual({
    section: 'allergy',
    text: 'Not allergic',
    entryId: 'e-1',
  })
  expect(requestOf('personal', 'I take iron', undefined)).not.toHaveProperty('entryId')
})
