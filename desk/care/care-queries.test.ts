import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import {
  enterAbsence,
  listAbsenceAppointments,
  resolveAbsence,
  shortenAbsence,
} from '@cuida/core/care/absence/absence-api.ts'
import { getBoard } from '@cuida/core/care/board/board-api.ts'
import { listDeskPrescriptions, recordSigned } from '@cuida/core/care/prescription/prescription-api.ts'
import { getOpenConsultations, getReassignmentCandidates } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { listUndelivered, resolveUndelivered } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import {
  getStaffNotificationSettings,
  listStaffNotifications,
  putStaffNotificationSettings,
} from '@cuida/core/notifications/staff/staff-notifications-api.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { session } from '../kit/api.ts'
import {
  useOpenUndeliveredCount,
  useResolveUndelivered,
  useUndelivered,
} from '../notifications/delivery/undelivered-queries.ts'
import {
  useNotificationSettings,
  useSaveNotificationSettings,
  useStaffNotifications,
} from '../notifications/staff/staff-notification-queries.ts'
import {
  type TimeRange,
  useAbsenceHours,
  useEnterAbsence,
  useResolveAbsence,
  useShortenAbsence,
} from './absence/absence-queries.ts'
import { useBoard } from './board/BoardScreen.tsx'
import { usePrescriptions, useRecordSigned } from './prescription/prescription-queries.ts'
import {
  useColleagueConsultations,
  useOpenConsultations,
  useReassignmentCandidates,
} from './reassignment/reassignment-queries.ts'

// The care queries: their inputs, their polling intervals, and what each mutation refetches.

/** The queries that change events invalidate. */
const hinted = vi.hoisted(() => [] as unknown[])
vi.mock('../kit/change-events.ts', () => ({
  useChangeEvents: (stale: readonly unknown[]) => void hinted.push(...stale),
}))
beforeEach(() => {
  freezeTime()
  hinted.length = 0
})

function clinic(role = 'clinical-manager') {
  const server = mockServer()
  signInTestUser(session)
  server.reply(staffMe, { role })
  return server
}

describe('the appointments of an absence', () => {
  const stretch = { startTime: '2026-12-01T00:00:00Z', endTime: '2026-12-02T00:00:00Z' }
  test('the query is for one clinician and range, every 15 seconds', async () => {
    const server = clinic()
    server.reply(listAbsenceAppointments, ({ path, query }) => ({ of: `${path}?${query}` }))
    const laterStretch = { ...stretch, endTime: '2026-12-03T00:00:00Z' }
    const earlier = { ...stretch, startTime: '2026-11-30T00:00:00Z' }
    const all = () => [
      useAbsenceHours('one', stretch),
      useAbsenceHours('two', stretch),
      useAbsenceHours('one', laterStretch),
      useAbsenceHours('one', earlier),
    ]
    const screen = await renderHookWithQueries(all)
    expect(new Set(screen.current().map(({ data }) => JSON.stringify(data))).size).toBe(4)
    expect(Object.fromEntries(server.requestsTo(listAbsenceAppointments)[0]?.query ?? [])).toEqual(stretch)
    await advanceTime(15_000)
    expect(server.requestsTo(listAbsenceAppointments)).toHaveLength(8)
  })
  test.each<[string, TimeRange | undefined]>([
    ['one', undefined],
    ['', stretch],
  ])('the query is disabled without clinician or range (%s)', async (id, range) => {
    const server = clinic()
    await renderHookWithQueries(() => useAbsenceHours(id, range))
    await advanceTime(15_000)
    expect(server.requestsTo(listAbsenceAppointments)).toEqual([])
  })
  test.each([200, 409])(
    'all queries are refetched after each resolution, successful or refused (%i)',
    async (status) => {
      const resolutions = [{ id: 'c-1', startTime: stretch.startTime, resolution: 'offer' }]
      const sent = { ...stretch, reason: 'A course', resolutions }
      const server = clinic()
      server.reply(listAbsenceAppointments, { items: [] })
      for (const call of [enterAbsence, resolveAbsence, shortenAbsence])
        server.reply(call, { code: 'HAS_BOOKINGS' }, status)
      const screen = await renderHookWithQueries(() => ({
        shown: useAbsenceHours('one', stretch),
        mutations: [useEnterAbsence(), useResolveAbsence(), useShortenAbsence()],
      }))
      for (const at of [0, 1, 2]) {
        await screen.act(({ mutations }) => mutations[at]?.mutate({ id: 'one', ...sent } as never))
        expect(server.requestsTo(listAbsenceAppointments)).toHaveLength(2 + at)
      }
      expect(server.requestsTo(enterAbsence)).toMatchObject([{ path: '/v1/desk/agenda/one/absences', body: sent }])
      expect(server.requestsTo(resolveAbsence)).toMatchObject([
        { path: '/v1/desk/absences/one/resolutions', body: { resolutions } },
      ])
      expect(server.requestsTo(shortenAbsence)).toMatchObject([
        { path: '/v1/desk/absences/one', body: { endTime: sent.endTime, reason: sent.reason } },
      ])
    },
  )
})

describe('open consultations', () => {
  test('the list is polled every 10 seconds, and a colleague’s list has only theirs', async () => {
    const server = clinic()
    server.reply(getOpenConsultations, ({ query }) => ({ of: query.get('staffId') }))
    const all = () => [useOpenConsultations(), useColleagueConsultations('ana'), useColleagueConsultations('leo')]
    const screen = await renderHookWithQueries(all)
    expect(screen.current().map(({ data }) => data)).toEqual([{ of: null }, { of: 'ana' }, { of: 'leo' }])
    await advanceTime(10_000)
    expect(server.requestsTo(getOpenConsultations).map(({ query }) => query.get('staffId'))).toEqual([
      ...[null, 'ana', 'leo', null],
    ])
  })
  test('candidates are fetched for one consultation, and not without a choice', async () => {
    const server = clinic()
    server.reply(getReassignmentCandidates, ({ path }) => ({ of: path }))
    const screen = await renderHookWithQueries(() => [
      useReassignmentCandidates('one'),
      useReassignmentCandidates('two'),
      useReassignmentCandidates(undefined),
    ])
    expect(screen.current().map(({ data }) => JSON.stringify(data))).toEqual([
      ...[expect.stringContaining('one'), expect.stringContaining('two'), undefined],
    ])
    expect(server.requestsTo(getReassignmentCandidates)).toHaveLength(2)
  })
})

test.each([
  ['the board', useBoard, getBoard, 10_000],
  ['staff notifications', useStaffNotifications, listStaffNotifications, 15_000],
  ['the list of open consultations', useOpenConsultations, getOpenConsultations, 10_000],
] as const)('%s is polled, and refetched at once on a change event', async (_, hook, call, ms) => {
  const server = clinic()
  server.reply(call, { items: [] })
  await renderHookWithQueries(hook as () => unknown)
  expect(hinted).toContain(call)
  await advanceTime(ms - 1)
  expect(server.requestsTo(call)).toHaveLength(1)
  await advanceTime(1)
  expect(server.requestsTo(call)).toHaveLength(2)
})

describe('undelivered notifications', () => {
  const one = { id: '1' }
  const two = { id: '2' }
  test('the count is polled every 15 seconds for managers', async () => {
    const server = clinic()
    server.reply(listUndelivered, { items: [one, two] })
    const screen = await renderHookWithQueries(useOpenUndeliveredCount)
    expect(screen.current()).toBe(2)
    await advanceTime(15_000)
    expect(server.requestsTo(listUndelivered).map(({ query }) => Object.fromEntries(query))).toEqual(
      Array(2).fill({ state: 'open', pageSize: '100' }),
    )
  })
  test('other users have no count and send no request', async () => {
    const server = clinic('clinician')
    expect((await renderHookWithQueries(useOpenUndeliveredCount)).current()).toBe(0)
    expect(server.requestsTo(listUndelivered)).toEqual([])
  })
  test.each([200, 409])('the list is refetched after an item is resolved (%i)', async (status) => {
    const server = clinic()
    server.reply(listUndelivered, { items: [one] })
    server.reply(resolveUndelivered, { code: 'CHANGED_MEANWHILE' }, status)
    const screen = await renderHookWithQueries(() => ({ shown: useUndelivered(), told: useResolveUndelivered('1') }))
    await screen.act(({ told }) => told.mutate('By phone'))
    expect(server.requestsTo(listUndelivered)).toHaveLength(2)
  })
})

test('the notification settings show as they were last saved', async () => {
  const server = clinic()
  server.reply(getStaffNotificationSettings, { channels: ['email'] })
  server.reply(putStaffNotificationSettings, { channels: [] })
  const screen = await renderHookWithQueries(() => ({
    shown: useNotificationSettings(),
    save: useSaveNotificationSettings(),
  }))
  await screen.act(({ save }) => save.mutate({ channels: [], topics: [], quiet: null } as never))
  expect(screen.current().shown.data).toEqual({ channels: [] })
  expect(server.requestsTo(getStaffNotificationSettings)).toHaveLength(1)
})

test.each([
  ['that was recorded', 200, 1],
  ['that could not be recorded yet', 503, 5],
])('a signed prescription %s (%i): the consultation’s list is refetched', async (_, status, tries) => {
  const server = clinic()
  server.reply(listDeskPrescriptions, { items: [] })
  server.reply(recordSigned, { id: 'p', code: 'UNAVAILABLE' }, status)
  const recorded = vi.fn()
  const both = () => ({ lists: ['c-1', 'c-2'].map(usePrescriptions), told: useRecordSigned('c-1', recorded) })
  const screen = await renderHookWithQueries(both)
  const again = vi.spyOn(screen.queries, 'invalidateQueries')
  await screen.act(({ told }) => told.mutate('provider-1'))
  // Retried after 1, 2, 4 and 8 seconds.
  await advanceTime(15_000)
  expect([server.requestsTo(recordSigned).length, recorded.mock.calls.length]).toEqual([tries, status === 200 ? 1 : 0])
  expect(again.mock.calls).toEqual([[{ queryKey: callKey(listDeskPrescriptions, { id: 'c-1' }) }]])
})
