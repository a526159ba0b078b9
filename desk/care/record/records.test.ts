import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import {
  acceptRequest,
  addEntry,
  declineRequest,
  getRecord,
  listEditRequests,
  listEmergencyAccesses,
  supersedeEntry,
} from '@cuida/core/care/record/desk-record-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  breakGlassInput,
  type EntryChange,
  useDecline,
  useEditRequests,
  useEmergencyAccesses,
  useRecord,
  useWaitingRecords,
  useWriteEntry,
} from './record-queries.ts'
import { chosenRecord, parseRecordsPath } from './records-page.ts'

vi.mock('../../kit/change-events.ts', () => ({ useChangeEvents: () => {} }))

beforeEach(() => freezeTime())

const ana = '10000000-0000-4000-8000-000000000001'
const leo = '10000000-0000-4000-8000-000000000002'

describe('the record query', () => {
  test('no request is sent without a patient, because every read is audited', async () => {
    const server = mockServer()
    await renderHookWithQueries(() => useRecord(undefined))
    await advanceTime(60_000)
    expect(server.requests).toEqual([])
  })

  test('the record belongs to its patient and is polled every 15 seconds', async () => {
    const server = mockServer()
    server.reply(getRecord, ({ path }) => ({ of: path }))
    const screen = await renderHookWithQueries(() => [useRecord(ana), useRecord(leo)])
    expect(screen.current().map(({ data }) => data)).toEqual([
      { of: expect.stringContaining(ana ?? '') },
      { of: expect.stringContaining(leo ?? '') },
    ])
    await advanceTime(14_999)
    expect(server.requestsTo(getRecord)).toHaveLength(2)
    await advanceTime(1)
    expect(server.requestsTo(getRecord)).toHaveLength(4)
  })

  test('a record that the user lost access to disappears and is not polled again', async () => {
    const server = mockServer()
    server.reply(getRecord, { of: 'Ana' })
    const screen = await renderHookWithQueries(() => useRecord(ana))
    server.refuse(getRecord, 'PATIENT_NOT_FOUND', 404)
    await advanceTime(15_000)
    expect(screen.current()).toMatchObject({ data: undefined, error: { status: 404 } })
    await advanceTime(120_000)
    expect(server.requestsTo(getRecord)).toHaveLength(2)
  })

  test('a record that failed to load stays on screen and is retried twice', async () => {
    const server = mockServer()
    server.reply(getRecord, { of: 'Ana' })
    const screen = await renderHookWithQueries(() => useRecord(ana))
    server.refuse(getRecord, 'UNEXPECTED', 503)
    await advanceTime(15_000)
    await advanceTime(10_000)
    expect(screen.current()).toMatchObject({ data: { of: 'Ana' }, error: { status: 503 } })
    expect(server.requestsTo(getRecord)).toHaveLength(4)
  })
})

const request = { id: '1' }
const emergencyAccesses = [
  { id: '1', reviewedAt: null, isMine: false },
  { id: '2', reviewedAt: null, isMine: true },
  { id: '3', reviewedAt: '2026-11-25T10:00:00Z', isMine: false },
]

async function waiting(role: string) {
  const server = mockServer()
  server.reply(staffMe, { id: '9', role })
  server.reply(listEditRequests, { items: [request, request] })
  server.reply(listEmergencyAccesses, { items: emergencyAccesses })
  server.reply(declineRequest, null)
  const hook = () => ({
    count: useWaitingRecords(),
    requests: useEditRequests(),
    emergencyAccesses: useEmergencyAccesses(),
    decline: useDecline('1'),
  })
  const screen = await renderHookWithQueries(hook)
  return {
    server,
    screen,
    asked: () => [listEditRequests, listEmergencyAccesses].map((call) => server.requestsTo(call).length),
  }
}

test.each([
  ['a clinician’s count has edit requests only', 'clinician', 2, [1, 0]],
  ['a manager’s count has emergency accesses except their own', 'clinical-manager', 1, [0, 1]],
  ['a clinician who is also a manager counts both', 'clinician-and-clinical-manager', 3, [1, 1]],
])('%s', async (_, role, count, calls) => {
  const { screen, asked } = await waiting(role)
  expect(screen.current().count).toBe(count)
  expect(asked()).toEqual(calls)
})

test('nothing is fetched before the user is known', async () => {
  const server = mockServer()
  server.reply(staffMe, () => new Promise<object>(() => {}))
  const screen = await renderHookWithQueries(useWaitingRecords)
  expect(screen.current()).toBe(0)
  expect([listEditRequests, listEmergencyAccesses].map((call) => server.requestsTo(call).length)).toEqual([0, 0])
})

test('both lists are polled every 15 seconds and refetched after each answer', async () => {
  const { screen, asked } = await waiting('clinician-and-clinical-manager')
  await advanceTime(15_000)
  expect(asked()).toEqual([2, 2])
  await screen.act(({ decline }) => decline.mutate('It was measured twice'))
  expect(asked()).toEqual([3, 3])
})

test.each([
  ['', { is: 'list' }, undefined],
  ['emergency', { is: 'emergency' }, 'emergency'],
  [`patients/${ana}`, { is: 'patient', patientId: ana }, ana],
  [`openings/${leo}`, { is: 'opening', emergencyAccessId: leo }, leo],
  ['patients', { is: 'list' }, undefined],
  ['emergency/now', { is: 'list' }, undefined],
  [`patients/${ana}/more`, { is: 'list' }, undefined],
])('at /records/%s: %o', (named, page, row) => {
  const found = parseRecordsPath(named.split('/').filter(Boolean))
  expect(found).toEqual(page)
  expect(chosenRecord(found)).toBe(row)
})

test.each<[string, EntryChange, Call, string, object]>([
  ['a new entry', { what: 'add' }, addEntry, `patients/${ana}/record/entries`, {}],
  [
    'a replacement',
    { what: 'replace', entryId: 'e-1' },
    supersedeEntry,
    `patients/${ana}/record/entries/e-1/supersede`,
    { reason: 'A mistake' },
  ],
  ['an accepted request', { what: 'accept', requestId: 'q-1' }, acceptRequest, 'edit-requests/q-1/accept', {}],
])('%s is sent for the patient', async (_, writing, call, path, more) => {
  const entry = {
    kind: 'allergy',
    text: 'Latex',
    onset: null,
    severity: null,
    status: 'active',
    relative: null,
  } as const
  const server = mockServer()
  const screen = await renderHookWithQueries(() => useWriteEntry(ana))
  await screen.act((it) => it.mutateAsync({ writing, entry, reason: 'A mistake' }).catch(() => {}))
  expect(server.requestsTo(call).map((request) => [request.path, request.body])).toEqual([
    [`/v1/desk/${path}`, { ...entry, ...more }],
  ])
})

test('emergency access is requested with trimmed values, and without a name where none was asked for', () => {
  const typed = { phone: ' 600000001 ', dateOfBirth: '1990-05-01', firstName: ' Ana ', reason: ' Unconscious ' }
  const sent = { phone: '600000001', dateOfBirth: '1990-05-01', reason: 'Unconscious' }
  expect(breakGlassInput(typed)).toEqual({ ...sent, firstName: 'Ana' })
  expect(breakGlassInput({ ...typed, firstName: ' ' })).toEqual(sent)
})
