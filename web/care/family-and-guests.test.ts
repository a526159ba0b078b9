import { createGuestTicket, inviteGuest, listGuests, readGuestLink } from '@cuida/core/care/guest/guest-api.ts'
import { listPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
import { getMedicalHistory, listAccessLog } from '@cuida/core/care/record/record-api.ts'
import { confirmReminder, readReminder } from '@cuida/core/care/reminder/reminder-api.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  buyTicket as buyGuestTicket,
  isOver,
  readGuestEntry,
  saveGuestEntry,
  useGuestLink,
} from './guest/guest-link.ts'
import { findInvitedGuest, useGuests, useInvite } from './guest/guest-queries.ts'
import { usePrescriptions, usePrescriptionsOf } from './prescription/prescription-queries.ts'
import { useAccessLog, useHistory, useRecordOwners } from './record/record-queries.ts'
import { useConfirmReminder, useReminder } from './reminder/reminder-queries.ts'
import { anaId, leoId, mockFamilyServer } from './test-family.ts'
import { useNow } from './use-now.ts'

const id = 'consultation-1'
const signal = new AbortController().signal

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

describe('a guest', () => {
  beforeEach(() => {
    const entries = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, text: string) => void entries.set(key, text),
    })
  })

  test('a guest who is already in by the same link is informed', async () => {
    const request = { secret: 's', connection: 'patient-guest', name: 'Luis', page: 'p' } as const
    const inside = vi.fn()
    mockServer().refuse(createGuestTicket, 'GUEST_INSIDE')
    expect(await buyGuestTicket(request, 'AB:CD', signal, inside)).toBeUndefined()
    expect(inside).toHaveBeenCalledOnce()
    mockServer().refuse(createGuestTicket, 'NO_CALL')
    await buyGuestTicket(request, 'AB:CD', signal, inside)
    expect(inside).toHaveBeenCalledOnce()
  })

  test("a reload restores the guest's entry for the same link only", () => {
    expect(readGuestEntry('one')).toBeUndefined()
    const entered = saveGuestEntry('one', 'Luis')
    expect(entered).toEqual({ name: 'Luis', page: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(readGuestEntry('one')).toEqual(entered)
    expect(readGuestEntry('two')).toBeUndefined()
    expect(saveGuestEntry('one', 'Luis').page).not.toBe(entered.page)
    sessionStorage.setItem('guest', JSON.stringify({ secret: 'one', name: 'Luis' }))
    expect(readGuestEntry('one')).toBeUndefined()
  })

  const link = async (isWaiting: boolean, secret = 'one') => {
    const server = mockServer()
    server.reply(readGuestLink, { state: 'agreed' })
    const screen = await renderHookWithQueries(() => useGuestLink(secret, isWaiting))
    return { server, screen, asked: () => server.requestsTo(readGuestLink).length }
  }
  test('a waiting guest polls every three seconds, one in the call does not, nor one without a secret', async () => {
    for (const [isWaiting, secret, times] of [
      [true, 'one', 3],
      [false, 'one', 1],
      [true, '', 0],
    ] as const) {
      const { asked, screen } = await link(isWaiting, secret)
      await advanceTime(6_000)
      expect(asked()).toBe(times)
      await screen.unmount()
    }
  })
  test('a link that is over is not polled', async () => {
    const { server, screen, asked } = await link(true)
    server.refuse(readGuestLink, 'GUEST_LINK_OVER', 404)
    await advanceTime(60_000)
    expect(isOver(screen.current().error)).toBe(true)
    expect(asked()).toBe(2)
  })
  test('a failed request is retried twice at once', async () => {
    const { server, asked } = await link(false, 'two')
    server.refuse(readGuestLink, 'UNEXPECTED', 503)
    await renderHookWithQueries(() => useGuestLink('three', false))
    await advanceTime(10_000)
    expect(asked()).toBe(1 + 3)
  })

  test.each([
    ['QUEUED', 2_000],
    ['CLOSED', 15_000],
  ] as const)('guests of a consultation that is %s are polled every %i ms', async (status, ms) => {
    const server = mockServer()
    server.reply(listGuests, { items: [] })
    await renderHookWithQueries(() => useGuests({ id: id, status }))
    await advanceTime(ms)
    expect(server.requestsTo(listGuests)).toHaveLength(2)
  })

  test.each([200, 409])('an invitation link has a secret that no server sees (%i)', async (status) => {
    const server = mockServer()
    server.reply(listGuests, { items: [] })
    server.reply(inviteGuest, { secret: 'psst', code: 'NO' }, status)
    const screen = await renderHookWithQueries(() => ({
      list: useGuests({ id: id, status: 'QUEUED' }),
      invite: useInvite(id),
    }))
    await screen.act(({ invite }) => invite.mutate({ name: 'Luis' } as never))
    expect(screen.current().invite.data).toBe(status === 200 ? 'https://cuida.test/guest#psst' : undefined)
    expect(server.requestsTo(listGuests)).toHaveLength(2)
  })

  test('the guest with an open invitation is current, the others are history', () => {
    const guests = [
      { id: '1', state: 'over' },
      { id: '2', state: 'asked' },
    ] as never
    expect([findInvitedGuest(guests)?.id, findInvitedGuest(undefined)]).toEqual(['2', undefined])
  })
})

describe('prescriptions', () => {
  const signed = (one: string, signedAt: string, more: object = {}) => ({
    id: one,
    signedAt,
    state: 'active',
    consultationId: id,
    ...more,
  })

  test('prescriptions of the family are merged, the newest first, current and past apart', async () => {
    const server = mockFamilyServer()
    server.reply(listPrescriptions, ({ path, query }) =>
      `${path}${query}`.includes(leoId)
        ? { items: [signed('b', '2026-02-01')] }
        : { items: [signed('c', '2026-01-01'), signed('a', '2026-03-01')] },
    )
    const { current: now } = await renderHookWithQueries(() => [usePrescriptions('current'), usePrescriptions('past')])
    expect(now()[0]?.data?.map((one) => one.id)).toEqual(['a', 'b', 'c'])
    expect(server.requestsTo(listPrescriptions).map(({ query }) => query.get('type'))).toEqual([
      'current',
      'current',
      'past',
      'past',
    ])
  })

  test.each([
    ['active', 1],
    ['sending', 7],
    ['cancelling', 7],
  ])('prescriptions that are %s are polled %i more times in 15 seconds', async (state, times) => {
    const server = mockServer()
    server.reply(listPrescriptions, {
      items: [signed('a', '2026-01-01', { state }), signed('b', '2026-01-01', { consultationId: 'other' })],
    })
    const screen = await renderHookWithQueries(() => usePrescriptionsOf({ id, patient: { id: anaId } }))
    expect(screen.current().map((one) => one.id)).toEqual(['a'])
    await advanceTime(15_000)
    expect(server.requestsTo(listPrescriptions)).toHaveLength(1 + times)
  })
})

describe('a record', () => {
  test('every family member has a record with the name used in URLs', async () => {
    mockFamilyServer()
    const { current: now } = await renderHookWithQueries(useRecordOwners)
    expect(now().map(({ id: one, emrId }) => [one, emrId])).toEqual([
      [anaId, 'emr-1'],
      [leoId, 'emr-2'],
    ])
  })

  test('without a session there are no records', async () => {
    mockServer()
    expect((await renderHookWithQueries(useRecordOwners)).current()).toEqual([])
  })

  test('each person has a separate record, polled every 15 seconds', async () => {
    const server = mockServer()
    server.reply(getMedicalHistory, ({ path }) => ({ of: path }))
    const screen = await renderHookWithQueries(() => [useHistory(anaId), useHistory(leoId)])
    expect(new Set(screen.current().map(({ data }) => JSON.stringify(data))).size).toBe(2)
    await advanceTime(15_000)
    expect(server.requestsTo(getMedicalHistory)).toHaveLength(4)
  })

  test('the access log comes in pages of thirty, each after the last entry of the one before', async () => {
    const server = mockServer()
    server.reply(listAccessLog, ({ query }) => ({
      items: [{ at: '2026-11-26T09:00:00Z' }],
      next: query.get('after') ? null : 'position',
    }))
    const accessLog = await renderHookWithQueries(() => useAccessLog(anaId))
    expect(accessLog.current().hasNextPage).toBe(true)
    await accessLog.act((it) => it.fetchNextPage())
    expect(accessLog.current().hasNextPage).toBe(false)
    expect(server.requestsTo(listAccessLog).map(({ query }) => Object.fromEntries(query))).toEqual([
      { pageSize: '30' },
      { pageSize: '30', after: 'position' },
    ])
  })
})

describe('a reminder', () => {
  test('each link has its own reminder, and an unknown one has none', async () => {
    const server = mockServer()
    server.reply(readReminder, ({ path, body, query }) => ({ of: JSON.stringify([path, body, `${query}`]) }))
    const screen = await renderHookWithQueries(() => [useReminder('one'), useReminder('two'), useReminder('')])
    expect(new Set(screen.current().map(({ data }) => JSON.stringify(data))).size).toBe(3)
    expect(server.requests).toHaveLength(2)
  })

  test.each([
    ['a reminder that has expired is requested once', 404, 1],
    ['a failed reminder request is retried twice', 500, 3],
  ])('%s', async (_, status, times) => {
    const server = mockServer()
    server.refuse(readReminder, 'REMINDER_OVER', status)
    await renderHookWithQueries(() => useReminder('one'))
    await advanceTime(30_000)
    expect(server.requestsTo(readReminder)).toHaveLength(times)
  })

  test.each([
    [200, 1, { isConfirmed: true }],
    [409, 2, { isConfirmed: false }],
  ])('a confirmation (%i) shows the current state', async (status, times, now) => {
    const server = mockServer()
    server.reply(readReminder, { isConfirmed: false })
    server.reply(confirmReminder, { isConfirmed: true, code: 'TOO_LATE' }, status)
    const screen = await renderHookWithQueries(() => ({
      shown: useReminder('one'),
      confirm: useConfirmReminder('one'),
    }))
    await screen.act(({ confirm }) => confirm.mutate())
    expect(screen.current().shown.data).toMatchObject(now)
    expect(server.requestsTo(readReminder)).toHaveLength(times)
  })
})

test('texts about the time change with it', async () => {
  const now = await renderHookWithQueries(useNow)
  const begin = now.current().getTime()
  await advanceTime(20_000)
  expect(now.current().getTime()).toBe(begin + 20_000)
  await now.unmount()
  expect(vi.getTimerCount()).toBe(0)
})
