import { blockPerson } from '@cuida/core/access/people/people-api.ts'
import { getBoard } from '@cuida/core/care/board/board-api.ts'
import { getQueue, type QueueItem } from '@cuida/core/care/queue/desk-api.ts'
import {
  cancelForClinic,
  getOpenConsultations,
  getReassignmentCandidates,
  reassign,
  requeue,
} from '@cuida/core/care/reassignment/reassignment-api.ts'
import { getAvailability, setAvailability } from '@cuida/core/care/sharing/availability.ts'
import { listUndelivered } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockDeskServer, renderDeskScreen } from '../test-desk-screen.ts'
import { BoardScreen } from './board/BoardScreen.tsx'
import { UrgentAlarm } from './queue/UrgentAlarm.tsx'
import { AwayNotice, QueueList } from './queue/WorkLists.tsx'
import { BlockColleagueDialog } from './reassignment/BlockColleagueDialog.tsx'
import { OpenConsultationsScreen } from './reassignment/OpenConsultationsScreen.tsx'
import { AvailabilityButton } from './sharing/AvailabilityButton.tsx'
import { LeaveDialog } from './sharing/LeaveDialog.tsx'
import { ANA, TEST_TIME, WAITING_CONSULTATION } from './test-care.ts'

beforeEach(() => freezeTime(TEST_TIME))

describe('the queue', () => {
  const item = (id: string, queueColumn: string, more: object = {}) =>
    ({ ...WAITING_CONSULTATION, id, queueColumn, patient: { ...ANA, firstName: id }, ...more }) as unknown as QueueItem
  test('possible emergencies come first, then my patients, waiting ones and booked ones', async () => {
    mockDeskServer('clinician')
    const items = ['agenda', 'waiting', 'mine', 'urgent'].map((queueColumn) => item(`of-${queueColumn}`, queueColumn))
    const page = await renderDeskScreen(<QueueList items={items} selectedId={undefined} now={Date.parse(TEST_TIME)} />)
    expect(Object.values(page.links()).map((path) => path?.split('-').at(-1))).toEqual([
      ...['urgent', 'mine', 'waiting', 'agenda'],
    ])
  })
  test('an empty queue shows a message and no empty columns', async () => {
    mockDeskServer('clinician')
    const page = await renderDeskScreen(<QueueList items={[]} selectedId={undefined} now={Date.parse(TEST_TIME)} />)
    expect(page.headings()).toEqual([expect.stringContaining(t('desk.queue.column.waiting'))])
    expect(page.hasMessage('desk.queue.nobody')).toBe(true)
  })
  test('each row shows what matters before the call', async () => {
    mockDeskServer('clinician')
    const items = [
      item('here', 'waiting', { isHere: true, missedCalls: 2 }),
      item('left', 'waiting', { leftBy: 'Juan', reason: 'Fever since Monday' }),
      item('missed', 'waiting', { missedCalls: 2 }),
    ]
    const page = await renderDeskScreen(<QueueList items={items} selectedId={undefined} now={Date.parse(TEST_TIME)} />)
    expect(page.hasMessage('desk.queue.here')).toBe(true)
    expect(page.hasMessage('desk.queue.left')).toBe(true)
    expect(page.text()).toContain('General · Fever since Monday')
    // A patient who has checked in since does not count as missed any more.
    expect(page.text().split(t('desk.queue.missed', { count: 2 }))).toHaveLength(2)
  })
})

describe('the urgent alarm', () => {
  const urgent = { ...WAITING_CONSULTATION, queueColumn: 'urgent', urgent: 'Chest pain' }
  async function alarm(role: 'clinician' | 'clinical-manager', inCall = false) {
    const server = mockDeskServer(role)
    if (role === 'clinical-manager')
      server.reply((await import('@cuida/core/access/team/staff-api.ts')).staffMe, { role, clinicianId: null })
    server.reply(getQueue, { items: [urgent, { ...WAITING_CONSULTATION, id: 'c-2' }] })
    const onAttend = vi.fn()
    return {
      onAttend,
      page: await renderDeskScreen(<UrgentAlarm inCall={inCall} taking={false} onAttend={onAttend} />),
    }
  }
  test('a clinician takes the patient from any page', async () => {
    const { page, onAttend } = await alarm('clinician')
    expect(page.text()).toContain('Chest pain')
    await page.click(t('desk.take.attend'))
    expect(onAttend).toHaveBeenCalledExactlyOnceWith('c-1')
  })
  test('a manager without patients opens the consultation at the desk', async () => {
    const { page } = await alarm('clinical-manager')
    expect(page.buttons()).not.toContain(t('desk.take.attend'))
    expect(page.links()).toEqual({ [t('desk.urgent.look')]: '/desk/consultations/c-1' })
  })
  test('the alarm is silent during a call, in which the patient would hear it', async () => {
    const { page } = await alarm('clinician', true)
    expect(page.buttons()).not.toContain(t('desk.urgent.silence'))
  })
})

describe('the open consultations', () => {
  const open = (id: string, more: object = {}) => ({
    id,
    status: 'QUEUED',
    type: 'scheduled',
    patient: { id, firstName: id, lastName: 'R' },
    product: { name: 'G' },
    clinician: { id: 'd-2', name: 'Juan', isThere: true },
    startTime: '2026-11-26T15:00:00Z',
    queuedAt: null,
    lateChoice: null,
    areTimesOffered: false,
    lateness: 'on-time',
    isLate: false,
    afterHours: null,
    ...more,
  })
  async function renderOpenConsultations(
    items: object[],
    role: 'clinical-manager' | 'clinician-and-clinical-manager' = 'clinical-manager',
  ) {
    const server = mockDeskServer(role)
    server.reply(getOpenConsultations, { items })
    server.reply(listUndelivered, { items: [] })
    server.reply(getReassignmentCandidates, {
      items: [{ clinicianId: 'd-3', name: 'Eva', isThere: true, attending: 0 }],
    })
    for (const call of [cancelForClinic, reassign]) server.reply(call, { results: [{ id: 'one', problem: null }] })
    return { server, page: await renderDeskScreen(<OpenConsultationsScreen />) }
  }
  test('actions appear once a consultation is selected', async () => {
    const { page } = await renderOpenConsultations([open('one')])
    expect(page.buttons()).not.toContain(t('desk.reassignment.cancel'))
    await page.click(/^one R/)
    expect(page.buttons()).toContain(t('desk.reassignment.cancel'))
  })
  test.each([
    ['that is booked and has not begun', open('one'), [true, true]],
    ['that is booked and has begun', open('one', { startTime: '2026-11-26T09:30:00Z' }), [true, false]],
    ['that is in progress', open('one', { status: 'ACTIVE' }), [false, false]],
    ['that waits in the queue', open('one', { startTime: null, clinician: null, queuedAt: TEST_TIME }), [false, false]],
  ])('a consultation %s has the actions [reassign, offer times] %j', async (_, item, actions) => {
    const { page } = await renderOpenConsultations([item])
    await page.click(/^one R/)
    const has = (mutation: string) => page.buttons().includes(t(`desk.reassignment.${mutation}`))
    expect([has('reassign'), has('offer')]).toEqual(actions)
  })
  test('reassigning names the new clinician, the patients and the reason', async () => {
    const { page, server } = await renderOpenConsultations([open('one'), open('two')])
    await page.click(/^one R/)
    await page.click(t('desk.reassignment.reassign'))
    await page.click(t('desk.reassignment.reassign'))
    expect(server.requestsTo(reassign)).toEqual([])
    await page.click('Eva')
    await page.click(t('desk.reassignment.reason.OTHER'))
    await page.click(t('desk.reassignment.reassign'))
    expect(server.requestsTo(reassign)).toMatchObject([{ body: { ids: ['one'], clinicianId: 'd-3' } }])
  })
  test('an empty list shows a message', async () =>
    expect((await renderOpenConsultations([])).page.hasMessage('desk.reassignment.none')).toBe(true))
})

describe('the dialog that blocks a colleague', () => {
  const person = { kind: 'staff', id: 's-2', name: 'Juan' } as never
  const otherItem = {
    id: 'c-9',
    status: 'QUEUED',
    patient: ANA,
    product: { name: 'G' },
    startTime: '2026-11-26T15:00:00Z',
  }
  async function block(items: object[]) {
    const server = mockDeskServer()
    server.reply(getOpenConsultations, { items })
    server.reply(blockPerson, {})
    server.reply(cancelForClinic, { results: [{ id: 'c-9', problem: null }] })
    return { server, page: await renderDeskScreen(<BlockColleagueDialog person={person} onClose={() => {}} />) }
  }
  const BLOCK = () => t('desk.people.act.block')
  test('the dialog asks first what happens to the colleague’s patients', async () => {
    const { page, server } = await block([otherItem])
    expect(page.text()).toContain('Ana Ruiz')
    await page.fill(/^(?!Hand|Offer|Cancel).*(Why|reason)/i, 'They left the clinic today')
    await page.click(BLOCK())
    expect(server.requestsTo(blockPerson)).toEqual([])
    expect(page.hasMessage('desk.block.resolution.REQUIRED')).toBe(true)
    await page.click(t('desk.block.resolution.cancel'))
    await page.click(BLOCK())
    expect(server.requestsTo(blockPerson)).toHaveLength(1)
    expect(server.requestsTo(cancelForClinic)).toMatchObject([{ body: { ids: ['c-9'] } }])
  })
  test('a colleague without patients is blocked at once', async () => {
    const { page, server } = await block([])
    await page.fill(/Why|reason/i, 'They left the clinic today')
    await page.click(BLOCK())
    expect(server.requestsTo(blockPerson)).toHaveLength(1)
  })
})

describe('leaving the desk', () => {
  test('the dialog lists the patients that the clinician holds, and can requeue each', async () => {
    const server = mockDeskServer('clinician')
    server.reply(requeue, null)
    const held = [
      { ...WAITING_CONSULTATION, status: 'ACTIVE' },
      { ...WAITING_CONSULTATION, id: 'c-2', status: 'CLOSING' },
    ] as never
    const page = await renderDeskScreen(<LeaveDialog held={held} onClose={() => {}} />)
    expect(page.buttons().filter((name) => name === t('desk.requeue.open'))).toHaveLength(1)
    await page.click(t('desk.requeue.open'))
    expect(server.requestsTo(requeue).map(({ path }) => path)).toEqual(['/v1/desk/consultations/c-1/requeue'])
    await page.click(t('desk.leave.sign'))
    expect(currentAddress()).toBe('/desk/consultations/c-2')
  })
  test('a clinician on a pause is unavailable and returns with one press', async () => {
    const server = mockDeskServer('clinician')
    server.reply(getAvailability, { state: 'paused', until: '2026-11-26T10:20:00Z' })
    server.reply(setAvailability, { state: 'available', until: null })
    const page = await renderDeskScreen(<AwayNotice />)
    expect(page.hasMessage('desk.available.away.until', { time: '11:20' })).toBe(true)
    await page.click(t('desk.available.return'))
    expect(server.requestsTo(setAvailability)).toMatchObject([{ body: { state: 'available' } }])
  })
  test('the default pause is twenty minutes', async () => {
    const server = mockDeskServer('clinician')
    server.reply(getAvailability, { state: 'available', until: null })
    server.reply(setAvailability, { state: 'paused', until: '2026-11-26T10:20:00Z' })
    const page = await renderDeskScreen(<AvailabilityButton />)
    await page.click(/./)
    await page.click(t('desk.available.save'))
    expect(server.requestsTo(setAvailability)).toMatchObject([{ body: { state: 'paused' } }])
  })
})

describe('the board', () => {
  const BOARD = {
    late: [],
    unattended: null,
    urgent: null,
    team: [],
    longestSince: null,
    forecast: null,
    today: { waiting: 0, inCare: 0, closed: 0, missed: 0, cancelled: 0 },
  }
  const late = { id: 'c', clinician: 'Juan', startTime: '2026-11-26T09:30:00Z', isLate: true }
  test.each([
    ['whose clinician did not come', { late: [late] }, true],
    ['whose clinician is only minutes late', { late: [{ ...late, isLate: false }] }, false],
  ])('the first alert is about patients %s', async (_, more, is) => {
    mockDeskServer().reply(getBoard, { ...BOARD, ...more })
    const page = await renderDeskScreen(<BoardScreen />)
    const values = { count: 1, name: 'Juan', time: '10:30', length: '30 min' }
    expect(page.hasMessage('desk.board.nobodyCame', values)).toBe(is)
    expect(page.text()).toContain('Juan')
  })
  test('the board warns when patients wait and no clinician is on duty', async () => {
    mockDeskServer().reply(getBoard, { ...BOARD, unattended: { count: 2, since: '2026-11-26T09:40:00Z' } })
    expect(
      (await renderDeskScreen(<BoardScreen />)).hasMessage('desk.board.unattended', { count: 2, time: '10:40' }),
    ).toBe(true)
  })
})
