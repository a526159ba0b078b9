import { getBoard } from '@cuida/core/care/board/board-api.ts'
import { hideDocument } from '@cuida/core/care/documents/document-api.ts'
import { inviteGuestAtDesk, listGuestsAtDesk } from '@cuida/core/care/guest/guest-api.ts'
import { setDeskPhone, showPatientNumber } from '@cuida/core/care/phone/phone-api.ts'
import { listDeskPrescriptions, prescribe, recordSigned } from '@cuida/core/care/prescription/prescription-api.ts'
import {
  cancelConsultation,
  closeConsultation,
  createDeskCallTicket,
  getDeskConsultation,
  getQueue,
  recordCall,
} from '@cuida/core/care/queue/desk-api.ts'
import {
  type OpenConsultation,
  offerTimes,
  reassign,
  takeOver,
} from '@cuida/core/care/reassignment/reassignment-api.ts'
import { getAvailability, setAvailability } from '@cuida/core/care/sharing/availability.ts'
import { getOwnDay } from '@cuida/core/care/sharing/day-api.ts'
import { changeTemplate, createTemplate, listTemplates } from '@cuida/core/care/sharing/template-api.ts'
import { getColleagues, transferConsultation } from '@cuida/core/care/sharing/transfer-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { listStaffNotifications } from '@cuida/core/notifications/staff/staff-notifications-api.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { focusManager } from '@tanstack/react-query'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { useStaffNotifications } from '../notifications/staff/staff-notification-queries.ts'
import { useBoard } from './board/BoardScreen.tsx'
import { useSetDeskPhone, useShowNumber } from './call/phone-queries.ts'
import { parsePhoneNumber } from './call/use-phone.tsx'
import { currentGuest, useGuests, useInviteGuest } from './guest/guest-queries.ts'
import { usePrescribe, usePrescriptions, useRecordSigned } from './prescription/prescription-queries.ts'
import {
  buyTicket,
  useCancelConsultation,
  useClose,
  useDeskConsultation,
  useOwnDay,
  useQueue,
  useRecordCall,
} from './queries.ts'
import { reassignmentInput, useReassignmentAction } from './reassignment/reassignment-queries.ts'
import { useHide } from './record/record-queries.ts'
import {
  AVAILABILITIES,
  availabilityInput,
  findAvailabilityChoice,
  useAvailability,
  useSetAvailability,
} from './sharing/availability-queries.ts'
import { useTemplates, useWriteTemplate } from './sharing/Templates.tsx'
import { useColleagues, useTransferConsultation } from './sharing/TransferConsultation.tsx'

vi.mock('../kit/change-events.ts', () => ({ useChangeEvents: () => {} }))

beforeEach(() => freezeTime())
const id = '10000000-0000-4000-8000-000000000001'
const other = '10000000-0000-4000-8000-000000000002'

test.each<[string, () => unknown, Call, number, boolean]>([
  ['the queue is polled every 5 seconds, also when hidden', useQueue, getQueue, 5, true],
  ['my day is polled every 15 seconds', useOwnDay, getOwnDay, 15, false],
  [
    'a consultation is polled every 2 seconds, also when hidden',
    () => useDeskConsultation(id),
    getDeskConsultation,
    2,
    true,
  ],
  ['the board is polled every 10 seconds, also when hidden', useBoard, getBoard, 10, true],
  ['the guests are polled every 2 seconds', () => useGuests(id), listGuestsAtDesk, 2, false],
  ['the colleagues are polled every 10 seconds', () => useColleagues(id), getColleagues, 10, false],
  ['the prescriptions are polled every 5 seconds', () => usePrescriptions(id), listDeskPrescriptions, 5, false],
  [
    'notifications are polled every 15 seconds, also when hidden',
    useStaffNotifications,
    listStaffNotifications,
    15,
    true,
  ],
  ['availability is polled every 30 seconds, also when hidden', useAvailability, getAvailability, 30, true],
])('%s', async (_, hook, call, seconds, unseen) => {
  onTestFinished(() => focusManager.setFocused(undefined))
  const server = mockServer()
  server.reply(call, { items: [], state: 'off', until: null })
  await renderHookWithQueries(hook)
  await advanceTime(seconds * 1_000 - 1)
  expect(server.requestsTo(call)).toHaveLength(1)
  await advanceTime(1)
  expect(server.requestsTo(call)).toHaveLength(2)
  focusManager.setFocused(false)
  await advanceTime(seconds * 1_000)
  expect(server.requestsTo(call)).toHaveLength(unseen ? 3 : 2)
})

test('templates are fetched once', async () => {
  const server = mockServer()
  server.reply(listTemplates, { items: [{ id }] })
  const screen = await renderHookWithQueries(useTemplates)
  await advanceTime(60_000)
  expect(screen.current().data).toEqual({ items: [{ id }] })
  expect(server.requestsTo(listTemplates)).toHaveLength(1)
})

test('one patient’s data does not show for another', async () => {
  const server = mockServer()
  const named = ({ path }: { path: string }) => ({ items: [path] })
  for (const call of [getDeskConsultation, listGuestsAtDesk, getColleagues, listDeskPrescriptions])
    server.reply(call, named)
  const of = (one: string) => [useDeskConsultation(one), useGuests(one), useColleagues(one), usePrescriptions(one)]
  const screen = await renderHookWithQueries(() => [...of(id), ...of(other)])
  const read = screen.current().map(({ data }) => (data as unknown as { items: string[] }).items[0])
  expect(new Set(read).size).toBe(8)
  expect(read.map((path) => path?.includes(id))).toEqual([true, true, true, true, false, false, false, false])
})

describe('the consultation query', () => {
  test('no request is sent without a chosen consultation', async () => {
    const server = mockServer()
    const screen = await renderHookWithQueries(() => useDeskConsultation(undefined))
    await advanceTime(10_000)
    expect(screen.current().data).toBeUndefined()
    expect(server.requests).toEqual([])
  })

  test('a consultation that the user lost access to disappears and is not polled again', async () => {
    const server = mockServer()
    server.reply(getDeskConsultation, { id, patient: { firstName: 'Ana' } })
    const screen = await renderHookWithQueries(() => useDeskConsultation(id))
    expect(screen.current().data).toMatchObject({ id })
    server.refuse(getDeskConsultation, 'CONSULTATION_NOT_FOUND', 404)
    await advanceTime(2_000)
    expect(screen.current()).toMatchObject({ data: undefined, error: { status: 404 } })
    await advanceTime(60_000)
    expect(server.requestsTo(getDeskConsultation)).toHaveLength(2)
  })

  test('a consultation that failed to load stays on screen and is retried twice at once', async () => {
    const server = mockServer()
    server.reply(getDeskConsultation, { id })
    const screen = await renderHookWithQueries(() => useDeskConsultation(id))
    server.refuse(getDeskConsultation, 'UNEXPECTED', 500)
    await advanceTime(2_000)
    await advanceTime(3_000)
    expect(server.requestsTo(getDeskConsultation)).toHaveLength(4)
    expect(screen.current()).toMatchObject({ data: { id }, error: { status: 500 } })
    server.reply(getDeskConsultation, { id })
    await advanceTime(2_000)
    expect(screen.current().error).toBeNull()
  })
})

describe('a care mutation', () => {
  const beside = (done: () => void) => () => ({
    queue: useQueue(),
    close: useClose(id, done),
    cancel: useCancelConsultation(id, done),
    call: useRecordCall(id),
  })

  test.each([
    ['after closing', closeConsultation, 200, 1],
    ['after a refused closing', closeConsultation, 409, 0],
    ['after cancelling', cancelConsultation, 200, 1],
    ['after a refused cancelling', cancelConsultation, 409, 0],
  ])('%s: the queries are refetched, and `onDone` runs after success', async (_, call, status, callCount) => {
    const server = mockServer()
    server.reply(getQueue, { items: [] })
    server.reply(call, { code: 'NOT_NOW' }, status)
    const done = vi.fn()
    const screen = await renderHookWithQueries(beside(done))
    await screen.act(({ close, cancel }) =>
      call === closeConsultation ? close.mutate({ text: '', outcome: 'completed' }) : cancel.mutate('OTHER' as never),
    )
    expect(server.requestsTo(getQueue)).toHaveLength(2)
    expect(done).toHaveBeenCalledTimes(callCount)
  })

  test('a mutation is pending until the refetched data shows', async () => {
    const server = mockServer()
    server.reply(getQueue, { items: [] })
    server.reply(recordCall, null)
    const screen = await renderHookWithQueries(beside(() => {}))
    const { promise, resolve } = Promise.withResolvers<object>()
    server.reply(getQueue, () => promise)
    await screen.act(({ call }) => call.mutate({ medium: 'video', event: 'started' }))
    expect(screen.current().call.isPending).toBe(true)
    await screen.act(() => resolve({ items: [{ id }] }))
    expect(screen.current().call.isPending).toBe(false)
    expect(screen.current().queue.data).toEqual({ items: [{ id }] })
  })
})

describe('a prescription', () => {
  test('recording a signed prescription is retried, with or without a network', async () => {
    const server = mockServer()
    server.refuse(recordSigned, 'UNEXPECTED', 503)
    server.reply(listDeskPrescriptions, { items: [] })
    const recorded = vi.fn()
    const screen = await renderHookWithQueries(() => ({
      list: usePrescriptions(id),
      record: useRecordSigned(id, recorded),
    }))
    await screen.act(({ record }) => record.mutate('provider-1'))
    await advanceTime(3_000)
    expect(recorded).not.toHaveBeenCalled()
    server.reply(recordSigned, { items: [] })
    await advanceTime(60_000)
    expect(recorded).toHaveBeenCalledOnce()
    expect(new Set(server.requestsTo(recordSigned).map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  test('recording is given up after five attempts', async () => {
    const server = mockServer()
    server.refuse(recordSigned, 'UNEXPECTED', 503)
    const screen = await renderHookWithQueries(() => useRecordSigned(id, () => {}))
    await screen.act((it) => it.mutate('provider-1'))
    await advanceTime(120_000)
    expect(screen.current().isError).toBe(true)
    expect(server.requestsTo(recordSigned)).toHaveLength(5)
  })

  test('a started prescription is in the list at once', async () => {
    const server = mockServer()
    server.reply(listDeskPrescriptions, { items: [] })
    const screen = await renderHookWithQueries(() => ({ list: usePrescriptions(id), prescribe: usePrescribe(id) }))
    const draft = { key: 'one', validUntil: '2026-12-26', items: [] }
    await screen.act(({ prescribe }) => prescribe.mutate(draft))
    expect(server.requestsTo(prescribe)).toMatchObject([
      { path: `/v1/desk/consultations/${id}/prescriptions`, body: draft },
    ])
    expect(server.requestsTo(listDeskPrescriptions)).toHaveLength(2)
  })
})

describe('the user’s availability', () => {
  test('the availability is unknown before the server’s reply', async () => {
    mockServer().reply(getAvailability, () => new Promise<object>(() => {}))
    expect((await renderHookWithQueries(useAvailability)).current()).toBeUndefined()
  })

  test('a pause ends at its minute, before the next poll', async () => {
    const server = mockServer()
    server.reply(getAvailability, { state: 'paused', until: '2026-11-26T10:00:12Z' })
    const screen = await renderHookWithQueries(useAvailability)
    expect(screen.current()?.state).toBe('paused')
    await advanceTime(10_000)
    expect(screen.current()?.state).toBe('paused')
    await advanceTime(5_000)
    expect(screen.current()?.state).toBe('available')
    expect(server.requestsTo(getAvailability)).toHaveLength(1)
  })
})

const ignore = () => {}
const open = {
  id: 'c-2',
  clinician: { id: 'd-1', name: 'Marta' },
  startTime: '2026-11-26T09:00:00.000Z',
  status: 'QUEUED',
} as OpenConsultation
const template = { title: 'Skin', text: 'No rash.', isShared: true }
interface Mutation {
  mutateAsync(input: never): Promise<unknown>
}
test.each<[string, () => Mutation, unknown, Call, string, object]>([
  [
    'cancels a consultation with a reason',
    () => useCancelConsultation('c-1', ignore),
    'PATIENT_ASKED',
    cancelConsultation,
    'consultations/c-1/cancel',
    { reason: 'PATIENT_ASKED' },
  ],
  [
    'invites a guest',
    () => useInviteGuest('c-1'),
    { kind: 'interpreter', name: 'Ana' },
    inviteGuestAtDesk,
    'consultations/c-1/guests',
    { kind: 'interpreter', name: 'Ana' },
  ],
  [
    'reads the number of this patient',
    () => useShowNumber('c-1'),
    undefined,
    showPatientNumber,
    'consultations/c-1/phone-number',
    {},
  ],
  [
    'saves a phone number in international form',
    () => useSetDeskPhone(ignore),
    parsePhoneNumber(' 0034 600-00.00 (01) '),
    setDeskPhone,
    'phone',
    { number: '+34600000001' },
  ],
  [
    'hides a document with a reason',
    () => useHide('c-1', 'd-9'),
    'Of another patient',
    hideDocument,
    'consultations/c-1/documents/d-9/hide',
    { reason: 'Of another patient' },
  ],
  [
    'pauses for the chosen time',
    () => useSetAvailability(ignore),
    availabilityInput(findAvailabilityChoice('pause-20') ?? { value: '', state: 'off' }),
    setAvailability,
    'availability',
    { state: 'paused', minutes: 20 },
  ],
  [
    'transfers to the chosen colleague',
    () => useTransferConsultation('c-1', ignore),
    { clinicianId: 'd-2', reason: 'SPECIALTY' },
    transferConsultation,
    'consultations/c-1/transfer',
    { clinicianId: 'd-2', reason: 'SPECIALTY' },
  ],
  [
    'takes over all chosen consultations',
    useReassignmentAction,
    { action: 'take-over', ids: ['c-1', 'c-2'], reason: 'GONE' },
    takeOver,
    'reassignment/take-over',
    { ids: ['c-1', 'c-2'], reason: 'GONE' },
  ],
  [
    'reassigns to the chosen colleague',
    useReassignmentAction,
    { action: 'reassign', ids: ['c-1'], reason: 'ABSENT', clinicianId: 'd-2' },
    reassign,
    'reassignment/reassign',
    { ids: ['c-1'], reason: 'ABSENT', clinicianId: 'd-2' },
  ],
  [
    'offers other times for the consultation as it was shown',
    useReassignmentAction,
    reassignmentInput('offer', [open], { reason: 'AWAY' }),
    offerTimes,
    'reassignment/offer-times',
    { ids: ['c-2'], reason: 'AWAY', seen: [{ id: 'c-2', clinicianId: 'd-1', startTime: open.startTime }] },
  ],
  [
    'creates a shared template',
    useWriteTemplate,
    { id: undefined, ...template },
    createTemplate,
    'note-templates',
    template,
  ],
  [
    'changes a template without its owner',
    useWriteTemplate,
    { id: 't-1', ...template },
    changeTemplate,
    'note-templates/t-1',
    { title: 'Skin', text: 'No rash.' },
  ],
])('the desk %s', async (_, hook, input, call, path, body) => {
  const server = mockServer()
  const screen = await renderHookWithQueries(hook)
  await screen.act((it) => it.mutateAsync(input as never).catch(() => {}))
  expect(server.requestsTo(call).map((request) => [request.path, request.body])).toEqual([[`/v1/desk/${path}`, body]])
})

test('a call ticket of the desk is bound to its certificate', async () => {
  const server = mockServer()
  await buyTicket('c-1', 'AB:CD', new AbortController().signal)
  expect(server.requestsTo(createDeskCallTicket)).toMatchObject([
    { path: '/v1/desk/consultations/c-1/call-ticket', body: { fingerprint: 'AB:CD' } },
  ])
})

test('only the current guest of a call can be removed', () => {
  const guests = [
    { id: 'g-1', state: 'over' },
    { id: 'g-2', state: 'inside' },
  ] as unknown as Parameters<typeof currentGuest>[0]
  expect([currentGuest(guests)?.id, currentGuest([]), currentGuest(undefined)]).toEqual(['g-2', undefined, undefined])
})

test('a number without its country or digits is refused', () =>
  expect(['600 000 001', '+34', ''].map(parsePhoneNumber)).toEqual([null, null, null]))

test('every choice of availability sends another request', () =>
  expect(new Set(AVAILABILITIES.map((it) => JSON.stringify(availabilityInput(it)))).size).toBe(AVAILABILITIES.length))

test('a reassignment needs a reason, and a colleague where one is chosen', () => {
  expect(reassignmentInput('cancel', [open], {})).toBeUndefined()
  expect(reassignmentInput('reassign', [open], { reason: 'ABSENT' })).toBeUndefined()
  expect(reassignmentInput('take-over', [open], { reason: 'ABSENT' })).toMatchObject({ ids: ['c-2'] })
})
