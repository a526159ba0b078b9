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
  type Stretch,
  useAbsenceHours,
  useEnterAbsence,
  useResolveAbsence,
  useShortenAbsence,
} from './absence/absence-queries.ts'
import { useBoard } from './board/BoardScreen.tsx'
import { usePrescriptions, useRecordSigned } from './prescription/prescription-queries.ts'
import { useOpenConsultations, useOpenOf, useReassignmentCandidates } from './reassignment/reassignment-queries.ts'

// What the desk of care asks while it stands there: of whom, how often, and what anew after an action.

/** What hints ask again. */
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

describe('the hours of an absence', () => {
  const stretch = { startTime: '2026-12-01T00:00:00Z', endTime: '2026-12-02T00:00:00Z' }
  test('are of one clinician and one stretch, every 15 seconds', async () => {
    const server = clinic()
    server.reply(listAbsenceAppointments, ({ path, query }) => ({ of: `${path}?${query}` }))
    const later = { ...stretch, endTime: '2026-12-03T00:00:00Z' }
    const earlier = { ...stretch, startTime: '2026-11-30T00:00:00Z' }
    const all = () => [
      useAbsenceHours('one', stretch),
      useAbsenceHours('two', stretch),
      useAbsenceHours('one', later),
      useAbsenceHours('one', earlier),
    ]
    const screen = await renderHookWithQueries(all)
    expect(new Set(screen.current().map(({ data }) => JSON.stringify(data))).size).toBe(4)
    expect(Object.fromEntries(server.requestsTo(listAbsenceAppointments)[0]?.query ?? [])).toEqual(stretch)
    await advanceTime(15_000)
    expect(server.requestsTo(listAbsenceAppointments)).toHaveLength(8)
  })
  test.each<[string, Stretch | undefined]>([
    ['one', undefined],
    ['', stretch],
  ])('are not asked for without either (%s)', async (id, given) => {
    const server = clinic()
    await renderHookWithQueries(() => useAbsenceHours(id, given))
    await advanceTime(15_000)
    expect(server.requestsTo(listAbsenceAppointments)).toEqual([])
  })
  test.each([200, 409])(
    'and everything else, are asked for again after each decision, done or refused (%i)',
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

describe('what is open', () => {
  test('is asked for every 10 seconds; what one colleague holds is theirs alone', async () => {
    const server = clinic()
    server.reply(getOpenConsultations, ({ query }) => ({ of: query.get('staffId') }))
    const all = () => [useOpenConsultations(), useOpenOf('ana'), useOpenOf('leo')]
    const screen = await renderHookWithQueries(all)
    expect(screen.current().map(({ data }) => data)).toEqual([{ of: null }, { of: 'ana' }, { of: 'leo' }])
    await advanceTime(10_000)
    expect(server.requestsTo(getOpenConsultations).map(({ query }) => query.get('staffId'))).toEqual([
      ...[null, 'ana', 'leo', null],
    ])
  })
  test('who could go on is asked of one, and of nobody while none is chosen', async () => {
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
  ['what is open', useOpenConsultations, getOpenConsultations, 10_000],
] as const)('%s is asked for every so often, and at once when a hint says so', async (_, hook, call, ms) => {
  const server = clinic()
  server.reply(call, { items: [] })
  await renderHookWithQueries(hook as () => unknown)
  expect(hinted).toContain(call)
  await advanceTime(ms - 1)
  expect(server.requestsTo(call)).toHaveLength(1)
  await advanceTime(1)
  expect(server.requestsTo(call)).toHaveLength(2)
})

describe('whom nobody could tell', () => {
  const one = { id: '1' }
  const two = { id: '2' }
  test('is counted for who may see it, every 15 seconds', async () => {
    const server = clinic()
    server.reply(listUndelivered, { items: [one, two] })
    const screen = await renderHookWithQueries(useOpenUndeliveredCount)
    expect(screen.current()).toBe(2)
    await advanceTime(15_000)
    expect(server.requestsTo(listUndelivered).map(({ query }) => Object.fromEntries(query))).toEqual(
      Array(2).fill({ state: 'open', pageSize: '100' }),
    )
  })
  test('is nobody for who may not, and not asked for', async () => {
    const server = clinic('clinician')
    expect((await renderHookWithQueries(useOpenUndeliveredCount)).current()).toBe(0)
    expect(server.requestsTo(listUndelivered)).toEqual([])
  })
  test.each([200, 409])('is asked for again once one was told, or could not be (%i)', async (status) => {
    const server = clinic()
    server.reply(listUndelivered, { items: [one] })
    server.reply(resolveUndelivered, { code: 'CHANGED_MEANWHILE' }, status)
    const screen = await renderHookWithQueries(() => ({ shown: useUndelivered(), told: useResolveUndelivered('1') }))
    await screen.act(({ told }) => told.mutate('By phone'))
    expect(server.requestsTo(listUndelivered)).toHaveLength(2)
  })
})

test('what one is told of is as it was saved last', async () => {
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
  ['is recorded', 200, 1],
  ['could not be recorded yet', 503, 5],
])(
  'what was signed at the provider and %s (%i): the list of its consultation is asked anew',
  async (_, status, tries) => {
    const server = clinic()
    server.reply(listDeskPrescriptions, { items: [] })
    server.reply(recordSigned, { id: 'p', code: 'UNAVAILABLE' }, status)
    const recorded = vi.fn()
    const both = () => ({ lists: ['c-1', 'c-2'].map(usePrescriptions), told: useRecordSigned('c-1', recorded) })
    const screen = await renderHookWithQueries(both)
    const again = vi.spyOn(screen.queries, 'invalidateQueries')
    await screen.act(({ told }) => told.mutate('provider-1'))
    // Tried again by itself, after 1, 2, 4 and 8 seconds.
    await advanceTime(15_000)
    expect([server.requestsTo(recordSigned).length, recorded.mock.calls.length]).toEqual([
      tries,
      status === 200 ? 1 : 0,
    ])
    expect(again.mock.calls).toEqual([[{ queryKey: callKey(listDeskPrescriptions, { id: 'c-1' }) }]])
  },
)
