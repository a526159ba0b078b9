import { describe, expect, test } from 'vitest'
import { type ActionType, createAction } from './actions.ts'
import type { CallEvent } from './closing.ts'
import { type ConsultationStatus, ConsultationStatus as Statuses } from './status.ts'
import { afterCall, afterClosing, afterTaking, afterTransfer, type ConsultationHistory } from './steps.ts'

const by = 'CLINICIAN'
/** Notation: `+` after a start means that both participants joined that call, `-` that one did not. */
type Told = ActionType | `${'VIDEO' | 'PHONE'}_CALL_STARTED${'+' | '-'}`
const historyOf = (status: ConsultationStatus, ...types: Told[]): ConsultationHistory => ({
  status,
  actions: types.map((actionType) => {
    const action = createAction(actionType.replace(/[+-]$/, '') as ActionType, by)
    return /[+-]$/.test(actionType) ? { ...action, joined: actionType.endsWith('+') } : action
  }),
})
const statusAndTypes = (step: ReturnType<typeof afterTaking>) =>
  step && [step.status, ...step.actions.map(({ type }) => type)]
const call = (from: ConsultationHistory, medium: 'video' | 'phone', event: CallEvent, answered = false) =>
  statusAndTypes(afterCall(from, { medium, event }, { by, answered }))

describe('taking a patient [B4.6] [B9.4]', () => {
  test.each(Statuses.options)('taking from %s', (status) =>
    expect(statusAndTypes(afterTaking(historyOf(status), by))).toEqual(
      status === 'QUEUED' ? ['ACTIVE', 'ASSIGNED'] : undefined,
    ),
  )
})

describe('recording calls', () => {
  const takenHistory = historyOf('ACTIVE', 'QUEUED', 'ASSIGNED')
  const video = historyOf('ACTIVE', 'QUEUED', 'ASSIGNED', 'VIDEO_CALL_STARTED-')
  const both = historyOf('ACTIVE', 'QUEUED', 'ASSIGNED', 'VIDEO_CALL_STARTED+')
  const dropped = historyOf('ACTIVE', 'QUEUED', 'ASSIGNED', 'VIDEO_CALL_STARTED+', 'VIDEO_CALL_ENDED')
  const alone = historyOf('ACTIVE', 'QUEUED', 'ASSIGNED', 'VIDEO_CALL_STARTED-', 'VIDEO_CALL_ENDED')
  const dialled = historyOf('ACTIVE', 'QUEUED', 'ASSIGNED', 'PHONE_CALL_STARTED')
  const unanswered = historyOf('ACTIVE', 'QUEUED', 'ASSIGNED', 'PHONE_CALL_STARTED-', 'PHONE_CALL_ENDED')
  const takenOver = historyOf('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED+', 'ASSIGNED')
  const calledAgain = historyOf(
    'ACTIVE',
    'ASSIGNED',
    'VIDEO_CALL_STARTED+',
    'VIDEO_CALL_COMPLETED',
    'VIDEO_CALL_STARTED-',
  )
  const hungUp = historyOf('ACTIVE', 'QUEUED', 'ASSIGNED', 'PHONE_CALL_STARTED', 'PHONE_CALL_ENDED')
  const MISSED = ['QUEUED', 'PHONE_CALL_FAILED', 'UNASSIGNED'] as const
  const again = historyOf('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_FAILED', 'UNASSIGNED', 'ASSIGNED')
  const third = historyOf('ACTIVE', 'UNASSIGNED', 'UNASSIGNED', 'ASSIGNED', 'PHONE_CALL_STARTED')

  test.each([
    ['a call starts', takenHistory, 'video', 'started', ['ACTIVE', 'VIDEO_CALL_STARTED']],
    ['a call that rings is not started again', video, 'video', 'started', ['ACTIVE']],
    [
      'a call in another medium ends the first',
      video,
      'phone',
      'started',
      ['ACTIVE', 'VIDEO_CALL_ENDED', 'PHONE_CALL_STARTED'],
    ],
    ['a dropped call can be started again', dropped, 'video', 'started', ['ACTIVE', 'VIDEO_CALL_STARTED']],
    [
      'an unanswered call returns the patient to the queue',
      video,
      'video',
      'failed',
      ['QUEUED', 'VIDEO_CALL_FAILED', 'UNASSIGNED'],
    ],
    ['a call that is not on cannot fail', takenHistory, 'video', 'failed', undefined],
    ['a call in the other medium cannot fail', video, 'phone', 'failed', undefined],
    ['the line drops', video, 'video', 'ended', ['ACTIVE', 'VIDEO_CALL_ENDED']],
    ['a call that is not on cannot end', dropped, 'video', 'ended', undefined],
    ['a phone call that voicemail answered counts as missed', hungUp, 'phone', 'failed', MISSED],
    ['an ended video call does not count as missed', dropped, 'video', 'failed', undefined],
    ['a joined call can be completed', both, 'video', 'completed', ['CLOSING', 'VIDEO_CALL_COMPLETED']],
    ['a call that one participant never joined cannot be completed', video, 'video', 'completed', undefined],
    [
      'a call that one participant never joined cannot be completed after its end',
      alone,
      'video',
      'completed',
      undefined,
    ],
    ['an unanswered phone call cannot be completed', unanswered, 'phone', 'completed', undefined],
    ['a manually dialled call can be completed', dialled, 'phone', 'completed', ['CLOSING', 'PHONE_CALL_COMPLETED']],
    [
      'a call that a colleague began can be completed',
      takenOver,
      'video',
      'completed',
      ['CLOSING', 'VIDEO_CALL_COMPLETED'],
    ],
    [
      'a further unanswered call after a talk is no missed call',
      calledAgain,
      'video',
      'failed',
      ['ACTIVE', 'VIDEO_CALL_FAILED'],
    ],
    ['a dropped call can be completed', dropped, 'video', 'completed', ['CLOSING', 'VIDEO_CALL_COMPLETED']],
    ['a consultation without a call cannot be completed', takenHistory, 'video', 'completed', undefined],
    ['a call cannot be completed in the other medium', video, 'phone', 'completed', undefined],
    ['a call of an earlier attempt cannot be completed', again, 'video', 'completed', undefined],
    [
      'a third missed call cancels',
      third,
      'phone',
      'failed',
      ['CANCELLED', 'PHONE_CALL_FAILED', 'UNASSIGNED', 'CANCELLED'],
    ],
  ] as const)('%s', (_, from, medium, event, expected) => expect(call(from, medium, event)).toEqual(expected))

  test('a patient who joined the call was not missed', () =>
    expect(call(video, 'video', 'failed', true)).toBeUndefined())

  test('the third missed call cancels as the system, and the clinician records it [B3.12]', () => {
    const step = afterCall(third, { medium: 'phone', event: 'failed' }, { by, answered: false })
    expect(step?.actions.map(({ user }) => user.role)).toEqual([by, by, 'SYSTEM'])
  })

  const events = ['started', 'failed', 'ended', 'completed', 'taken-back'] as const
  const elsewhere = Statuses.options.filter((status) => status !== 'ACTIVE' && status !== 'CLOSING')
  test.each(elsewhere)('no call can be recorded in %s', (status) => {
    const from = { ...video, status }
    expect(events.map((event) => call(from, 'video', event))).toEqual(events.map(() => undefined))
  })
})

describe('after the talk, until the notes are signed', () => {
  const talked = historyOf('CLOSING', 'ASSIGNED', 'VIDEO_CALL_STARTED+', 'VIDEO_CALL_COMPLETED')
  test('the completion may be taken back once, in its own medium', () => {
    expect(call(talked, 'video', 'taken-back')).toEqual(['ACTIVE', 'VIDEO_CALL_CANCELLED'])
    expect(call(talked, 'phone', 'taken-back')).toBeUndefined()
    expect(call({ ...talked, status: 'ACTIVE' }, 'video', 'taken-back')).toBeUndefined()
  })
  test('a completion that was taken back counts as an ended call', () => {
    const back = historyOf('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED+', 'VIDEO_CALL_COMPLETED', 'VIDEO_CALL_CANCELLED')
    expect(call(back, 'video', 'completed')).toEqual(['CLOSING', 'VIDEO_CALL_COMPLETED'])
    expect(statusAndTypes(afterClosing(back, 'patient-left', by))).toEqual(['CLOSED', 'CLOSED'])
    expect(call(back, 'video', 'taken-back')).toBeUndefined()
  })
  test.each(['video', 'phone'] as const)('the patient can be called again by %s', (medium) =>
    expect(call(talked, medium, 'started')).toEqual(['ACTIVE', `${medium.toUpperCase()}_CALL_STARTED`]),
  )
  test('no other call event can be recorded', () =>
    expect((['failed', 'ended', 'completed'] as const).map((event) => call(talked, 'video', event))).toEqual([
      undefined,
      undefined,
      undefined,
    ]))
  test('a failed further call does not undo the talk', () => {
    const again = historyOf(
      ...(['ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED+', 'VIDEO_CALL_COMPLETED'] as const),
      ...(['PHONE_CALL_STARTED-', 'PHONE_CALL_FAILED'] as const),
    )
    expect(call(again, 'phone', 'completed')).toEqual(['CLOSING', 'PHONE_CALL_COMPLETED'])
    expect(statusAndTypes(afterClosing(again, 'completed', by))).toEqual(['CLOSED', 'CLOSED'])
    expect(afterTransfer(again, by)).toBeUndefined()
  })
})

describe('transferring', () => {
  const give = (from: ConsultationHistory) => statusAndTypes(afterTransfer(from, by))

  test.each([
    ['a transfer is possible before any call', historyOf('ACTIVE', 'QUEUED', 'ASSIGNED'), ['ACTIVE', 'ASSIGNED']],
    [
      'a transfer is possible after a dropped call',
      historyOf('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_ENDED'),
      ['ACTIVE', 'ASSIGNED'],
    ],
    ['a transfer is impossible during a call', historyOf('ACTIVE', 'ASSIGNED', 'PHONE_CALL_STARTED'), undefined],
  ] as const)('%s', (_, from, expected) => expect(give(from)).toEqual(expected))

  test.each(Statuses.options.filter((status) => status !== 'ACTIVE'))('a transfer is impossible in %s', (status) =>
    expect(give(historyOf(status, 'QUEUED', 'ASSIGNED'))).toBeUndefined(),
  )
})

describe('closing', () => {
  const close = (from: ConsultationHistory, outcome: 'completed' | 'technical-failure') =>
    statusAndTypes(afterClosing(from, outcome, by))
  const talked = historyOf('CLOSING', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_COMPLETED')
  const onThePhone = historyOf('ACTIVE', 'ASSIGNED', 'PHONE_CALL_STARTED')
  const meeting = historyOf('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED+')
  const met = historyOf('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED+', 'VIDEO_CALL_ENDED')
  const alone = historyOf('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED-', 'VIDEO_CALL_ENDED')

  test.each([
    ['notes are signed after the talk', talked, 'completed', ['CLOSED', 'CLOSED']],
    [
      'a technical failure is possible after the talk',
      talked,
      'technical-failure',
      ['CLOSED_WITH_ERROR', 'CLOSED_WITH_ERROR'],
    ],
    ['closing as completed needs a completed call', onThePhone, 'completed', undefined],
    ['closing as completed needs a joined call', alone, 'completed', undefined],
    [
      'an ended call that both joined is recorded as completed',
      met,
      'completed',
      ['CLOSED', 'VIDEO_CALL_COMPLETED', 'CLOSED'],
    ],
    [
      'a present call that both joined is ended and recorded as completed',
      meeting,
      'completed',
      ['CLOSED', 'VIDEO_CALL_ENDED', 'VIDEO_CALL_COMPLETED', 'CLOSED'],
    ],
    [
      'a technical failure ends the present call',
      onThePhone,
      'technical-failure',
      ['CLOSED_WITH_ERROR', 'PHONE_CALL_ENDED', 'CLOSED_WITH_ERROR'],
    ],
  ] as const)('%s', (_, from, outcome, expected) => expect(close(from, outcome)).toEqual(expected))

  const closable = ['ACTIVE', 'CLOSING']
  test.each(Statuses.options.filter((status) => !closable.includes(status)))(
    'closing is impossible from %s',
    (status) => {
      const from = { ...talked, status }
      expect([close(from, 'completed'), close(from, 'technical-failure')]).toEqual([undefined, undefined])
    },
  )
})
