import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { describe, expect, test } from 'vitest'
import {
  canTransfer,
  chipOf,
  endsIt,
  mayCancel,
  mayClose,
  mayTell,
  mediumTaken,
  mediumToComplete,
  nextMissOf,
  timelineStepOf,
} from './standing.ts'

const happened = (...types: string[]) => types.map((type) => ({ type, role: 'CLINICIAN' }))
const mine = {
  status: 'ACTIVE',
  queueColumn: 'now',
  type: 'on-demand',
  heldByMe: true,
  callState: 'none',
  phoneCall: null,
  actions: happened('CREATED', 'ASSIGNED'),
} as unknown as DeskConsultation
const having = (more: object) => ({ ...mine, ...more }) as DeskConsultation
const ringing = (medium: 'VIDEO' | 'PHONE', ...then: string[]) =>
  having({ actions: happened('CREATED', 'ASSIGNED', `${medium}_CALL_STARTED`, ...then) })

test.each([
  [{ status: 'QUEUED', queueColumn: 'agenda' }, 'desk.status.BOOKED', 'neutral', 'clock'],
  [{ status: 'QUEUED', queueColumn: 'now' }, 'desk.status.QUEUED', 'neutral', 'clock'],
  [{ status: 'ACTIVE', queueColumn: 'agenda' }, 'desk.status.ACTIVE', 'accent', 'user'],
  [{ status: 'CLOSING' }, 'desk.status.CLOSING', 'accent', 'pencil'],
  [{ status: 'CLOSED' }, 'desk.status.CLOSED', 'success', 'check'],
  [{ status: 'CLOSED_WITH_ERROR' }, 'desk.status.CLOSED_WITH_ERROR', 'warning', 'warning'],
  [{ status: 'CANCELLED' }, 'desk.status.CANCELLED', 'neutral', 'close'],
  [{ status: 'NEW_ONE' }, 'desk.status.NEW_ONE', 'neutral', 'info'],
])('%o is told as %s', (more, key, tone, icon) => expect(chipOf(having(more))).toEqual({ key, tone, icon }))

describe('of a call may be told', () => {
  test.each([
    ['that it begins', mine, 'video', 'started', true],
    ['not that nobody answered what does not ring', mine, 'video', 'failed', false],
    ['that nobody answered what rings', ringing('VIDEO'), 'video', 'failed', true],
    ['not that, while the patient is in it', { ...ringing('VIDEO'), callState: 'ongoing' }, 'video', 'failed', false],
    ['not by phone of a video call', ringing('VIDEO'), 'phone', 'failed', false],
    ['that a phone rang in vain', { ...ringing('PHONE'), callState: 'ongoing' }, 'phone', 'failed', true],
    ['nothing of a consultation that is over', having({ status: 'CLOSED' }), 'video', 'started', false],
  ] as const)('%s', (_, consultation, medium, event, may) =>
    expect(mayTell(consultation as DeskConsultation, medium, event)).toBe(may),
  )

  const byLine = (rung: boolean) => having({ ...ringing('PHONE', 'PHONE_CALL_ENDED'), phoneCall: { rung } })
  test('by the line: that nobody answered, only where it rang', () => {
    expect(mayTell(byLine(true), 'phone', 'failed')).toBe(true)
    expect(mayTell(byLine(false), 'phone', 'failed')).toBe(false)
    expect(mayTell(having({ ...ringing('VIDEO'), phoneCall: { rung: false } }), 'video', 'failed')).toBe(true)
  })
})

describe('of a call that both sides were in, or not', () => {
  const videoOf = (joined: boolean, ...then: string[]) => {
    const { actions } = ringing('VIDEO', ...then)
    const starts = actions.map((action) => (action.type === 'VIDEO_CALL_STARTED' ? { ...action, joined } : action))
    return having({ actions: starts })
  }
  test.each([true, false])('“we talked” is offered: %s', (joined) => {
    expect(mayTell(videoOf(joined), 'video', 'completed')).toBe(joined)
    expect(mediumToComplete(videoOf(joined, 'VIDEO_CALL_ENDED'))).toBe(joined ? 'video' : undefined)
    expect(mayClose(videoOf(joined, 'VIDEO_CALL_ENDED'), 'completed')).toBe(joined)
  })
  test('what was said last is what may be taken back', () => {
    const talked = { ...videoOf(true, 'VIDEO_CALL_COMPLETED'), status: 'CLOSING' } as DeskConsultation
    expect(mediumTaken(talked)).toBe('video')
    expect(mediumTaken(videoOf(true))).toBeUndefined()
  })
})

test('the third miss ends it, and no other; after a talk nothing is missed', () => {
  const with2 = (...types: string[]) =>
    having({ actions: happened('UNASSIGNED', 'UNASSIGNED', 'ASSIGNED', 'VIDEO_CALL_STARTED', ...types) })
  expect(endsIt(with2(), 'video', 'failed')).toBe(true)
  expect(endsIt(with2(), 'video', 'ended')).toBe(false)
  expect(endsIt(ringing('VIDEO'), 'video', 'failed')).toBe(false)
  expect(endsIt(with2('VIDEO_CALL_COMPLETED', 'VIDEO_CALL_STARTED'), 'video', 'failed')).toBe(false)
})

test('nobody is missed again within five minutes', () => {
  const missed = (minutesAgo: number) => {
    const createdAt = new Date(Date.now() - minutesAgo * 60_000).toISOString()
    const [created, ...rest] = ringing('VIDEO').actions
    return having({ actions: [created, { type: 'UNASSIGNED', createdAt }, ...rest] })
  }
  expect(nextMissOf(missed(4))).toBeGreaterThan(Date.now())
  expect(mayTell(missed(4), 'video', 'failed')).toBe(false)
  expect(nextMissOf(missed(6))).toBeUndefined()
  expect(mayTell(missed(6), 'video', 'failed')).toBe(true)
})

describe('what may be done', () => {
  test.each([
    ['mine, that is on', mine, true],
    ['somebody else’s', having({ heldByMe: false }), false],
    ['nobody’s yet, that waits', having({ heldByMe: false, status: 'QUEUED' }), false],
    ['a booked time, that is shown to me', having({ heldByMe: false, status: 'QUEUED', type: 'scheduled' }), true],
    ['a booked time that a colleague took', having({ heldByMe: false, type: 'scheduled' }), false],
    ['mine, that is over', having({ status: 'CLOSED' }), false],
  ])('to cancel %s: it may', (_, consultation, may) => expect(mayCancel(consultation)).toBe(may))

  test.each([
    ['mine', mine, true],
    ['somebody else’s', having({ heldByMe: false }), false],
    ['mine, with a call on', ringing('VIDEO'), false],
    ['mine, that is over', having({ status: 'CLOSED' }), false],
  ])('to hand over %s', (_, consultation, may) => expect(canTransfer(consultation)).toBe(may))

  test('to close: as completed after they talked, as an emergency at any time', () => {
    expect(mayClose(mine, 'completed')).toBe(false)
    expect(mayClose(mine, 'emergency')).toBe(true)
    expect(mayClose(having({ status: 'QUEUED' }), 'emergency')).toBe(false)
  })
})

test.each([
  ['the video call that is on', ringing('VIDEO'), 'video'],
  ['the phone call that has just ended', ringing('PHONE', 'PHONE_CALL_ENDED'), 'phone'],
  ['nothing, where there was no call', mine, undefined],
])('“we talked” is of %s', (_, consultation, medium) => expect(mediumToComplete(consultation)).toBe(medium))

test.each([
  ['CANCELLED', 'cancelled'],
  ['EDIT_CANCELLED', 'cancelled'],
  ['CLOSED_WITH_ERROR', 'failed'],
  ['VIDEO_CALL_FAILED', 'failed'],
  ['VIDEO_CALL_ENDED', 'done'],
  ['CLOSED', 'done'],
])('%s looks %s in the history', (type, state) => expect(timelineStepOf({ type } as never)).toBe(state))
