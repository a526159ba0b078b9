import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { describe, expect, test } from 'vitest'
import {
  canRecordCallEvent,
  canTransfer,
  completableMedium,
  consultationChip,
  endsConsultation,
  mayCancel,
  mayClose,
  nextMissedCallAt,
  recordedMedium,
  timelineStepOf,
} from './consultation-status.ts'

const happened = (...types: string[]) => types.map((type) => ({ type, role: 'CLINICIAN' }))
const ownConsultation = {
  status: 'ACTIVE',
  queueColumn: 'now',
  type: 'on-demand',
  heldByMe: true,
  callState: 'none',
  phoneCall: null,
  actions: happened('CREATED', 'ASSIGNED'),
} as unknown as DeskConsultation
const having = (more: object) => ({ ...ownConsultation, ...more }) as DeskConsultation
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
])('the consultation %o shows as %s', (more, key, tone, icon) =>
  expect(consultationChip(having(more))).toEqual({ key, tone, icon }),
)

describe('the events of a call that are allowed', () => {
  test.each([
    ['a video call can start', ownConsultation, 'video', 'started', true],
    ['“no answer” is not allowed without a ringing call', ownConsultation, 'video', 'failed', false],
    ['“no answer” is allowed while the call rings', ringing('VIDEO'), 'video', 'failed', true],
    [
      '“no answer” is not allowed while the patient is in the call',
      { ...ringing('VIDEO'), callState: 'ongoing' },
      'video',
      'failed',
      false,
    ],
    ['“no answer” by phone is not allowed for a video call', ringing('VIDEO'), 'phone', 'failed', false],
    [
      '“no answer” is allowed for a phone that rang',
      { ...ringing('PHONE'), callState: 'ongoing' },
      'phone',
      'failed',
      true,
    ],
    ['no event is allowed after the end of the consultation', having({ status: 'CLOSED' }), 'video', 'started', false],
  ] as const)('%s', (_, consultation, medium, event, may) =>
    expect(canRecordCallEvent(consultation as DeskConsultation, medium, event)).toBe(may),
  )

  const byLine = (rung: boolean) => having({ ...ringing('PHONE', 'PHONE_CALL_ENDED'), phoneCall: { rung } })
  test('with a phone line, “no answer” is allowed only after it rang', () => {
    expect(canRecordCallEvent(byLine(true), 'phone', 'failed')).toBe(true)
    expect(canRecordCallEvent(byLine(false), 'phone', 'failed')).toBe(false)
    expect(canRecordCallEvent(having({ ...ringing('VIDEO'), phoneCall: { rung: false } }), 'video', 'failed')).toBe(
      true,
    )
  })
})

describe('a call that both sides joined, or not', () => {
  const videoOf = (joined: boolean, ...then: string[]) => {
    const { actions } = ringing('VIDEO', ...then)
    const starts = actions.map((action) => (action.type === 'VIDEO_CALL_STARTED' ? { ...action, joined } : action))
    return having({ actions: starts })
  }
  test.each([true, false])('“we talked” is allowed when both sides joined: %s', (joined) => {
    expect(canRecordCallEvent(videoOf(joined), 'video', 'completed')).toBe(joined)
    expect(completableMedium(videoOf(joined, 'VIDEO_CALL_ENDED'))).toBe(joined ? 'video' : undefined)
    expect(mayClose(videoOf(joined, 'VIDEO_CALL_ENDED'), 'completed')).toBe(joined)
  })
  test('the undo refers to the last recorded talk', () => {
    const talked = { ...videoOf(true, 'VIDEO_CALL_COMPLETED'), status: 'CLOSING' } as DeskConsultation
    expect(recordedMedium(talked)).toBe('video')
    expect(recordedMedium(videoOf(true))).toBeUndefined()
  })
})

test('only the third missed call ends the consultation, and none counts after a talk', () => {
  const with2 = (...types: string[]) =>
    having({ actions: happened('UNASSIGNED', 'UNASSIGNED', 'ASSIGNED', 'VIDEO_CALL_STARTED', ...types) })
  expect(endsConsultation(with2(), 'video', 'failed')).toBe(true)
  expect(endsConsultation(with2(), 'video', 'ended')).toBe(false)
  expect(endsConsultation(ringing('VIDEO'), 'video', 'failed')).toBe(false)
  expect(endsConsultation(with2('VIDEO_CALL_COMPLETED', 'VIDEO_CALL_STARTED'), 'video', 'failed')).toBe(false)
})

test('no second missed call counts within five minutes', () => {
  const missed = (minutesAgo: number) => {
    const createdAt = new Date(Date.now() - minutesAgo * 60_000).toISOString()
    const [created, ...rest] = ringing('VIDEO').actions
    return having({ actions: [created, { type: 'UNASSIGNED', createdAt }, ...rest] })
  }
  expect(nextMissedCallAt(missed(4))).toBeGreaterThan(Date.now())
  expect(canRecordCallEvent(missed(4), 'video', 'failed')).toBe(false)
  expect(nextMissedCallAt(missed(6))).toBeUndefined()
  expect(canRecordCallEvent(missed(6), 'video', 'failed')).toBe(true)
})

describe('allowed actions', () => {
  test.each([
    ['an own active consultation', ownConsultation, true],
    ['a colleague’s consultation', having({ heldByMe: false }), false],
    ['a waiting consultation without a holder', having({ heldByMe: false, status: 'QUEUED' }), false],
    [
      'a booked consultation that the user sees',
      having({ heldByMe: false, status: 'QUEUED', type: 'scheduled' }),
      true,
    ],
    ['a booked consultation that a colleague took', having({ heldByMe: false, type: 'scheduled' }), false],
    ['an own consultation that is over', having({ status: 'CLOSED' }), false],
  ])('whether a clinician may cancel %s', (_, consultation, may) => expect(mayCancel(consultation)).toBe(may))

  test.each([
    ['an own consultation', ownConsultation, true],
    ['a colleague’s consultation', having({ heldByMe: false }), false],
    ['an own consultation during a call', ringing('VIDEO'), false],
    ['an own consultation that is over', having({ status: 'CLOSED' }), false],
  ])('whether a clinician may transfer %s', (_, consultation, may) => expect(canTransfer(consultation)).toBe(may))

  test('closing is allowed as completed after a talk, and as an emergency at any time', () => {
    expect(mayClose(ownConsultation, 'completed')).toBe(false)
    expect(mayClose(ownConsultation, 'emergency')).toBe(true)
    expect(mayClose(having({ status: 'QUEUED' }), 'emergency')).toBe(false)
  })
})

test.each([
  ['the running video call', ringing('VIDEO'), 'video'],
  ['the phone call that has just ended', ringing('PHONE', 'PHONE_CALL_ENDED'), 'phone'],
  ['no call, where there was none', ownConsultation, undefined],
])('“we talked” refers to %s', (_, consultation, medium) => expect(completableMedium(consultation)).toBe(medium))

test.each([
  ['CANCELLED', 'cancelled'],
  ['EDIT_CANCELLED', 'cancelled'],
  ['CLOSED_WITH_ERROR', 'failed'],
  ['VIDEO_CALL_FAILED', 'failed'],
  ['VIDEO_CALL_ENDED', 'done'],
  ['CLOSED', 'done'],
])('the action %s shows as %s in the history', (type, state) => expect(timelineStepOf({ type } as never)).toBe(state))
