import { describe, expect, test } from 'vitest'
import { type ActionType, createAction } from './actions.ts'
import { CallFailure, CloseOutcome, failureEvent, isPaidBack } from './closing.ts'
import { type ConsultationStatus, ConsultationStatus as Statuses } from './status.ts'
import { afterCall, afterClosing, type ConsultationHistory } from './steps.ts'

const by = 'CLINICIAN'
const historyOf = (status: ConsultationStatus, ...types: ActionType[]): ConsultationHistory => ({
  status,
  actions: types.map((type) => createAction(type, by)),
})
const close = (from: ConsultationHistory, outcome: CloseOutcome) => {
  const step = afterClosing(from, outcome, by)
  return step && [step.status, ...step.actions.map(({ type }) => type)]
}

describe('outcomes other than a completed call [B4.6]', () => {
  const takenHistory = historyOf('ACTIVE', 'QUEUED', 'ASSIGNED')
  const onThePhone = historyOf('ACTIVE', 'ASSIGNED', 'PHONE_CALL_STARTED')
  const dropped = historyOf('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_ENDED')
  const talked = historyOf('CLOSING', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_COMPLETED')
  const again = historyOf('ACTIVE', 'ASSIGNED', 'PHONE_CALL_STARTED', 'PHONE_CALL_FAILED', 'UNASSIGNED', 'ASSIGNED')
  const handed = historyOf('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_ENDED', 'ASSIGNED')

  test.each([
    ['a patient who left after an ended call is closed', dropped, 'patient-left', ['CLOSED', 'CLOSED']],
    ['a patient cannot have left before a call', takenHistory, 'patient-left', undefined],
    ['a patient cannot have left while a call is on', onThePhone, 'patient-left', undefined],
    ['a patient cannot have left after the talk', talked, 'patient-left', undefined],
    ['a call of an earlier attempt does not count', again, 'patient-left', undefined],
    ['a call of the previous holder does not count', handed, 'patient-left', undefined],
    ['a referral is possible before any call', takenHistory, 'in-person', ['CLOSED', 'CLOSED']],
    ['a referral is possible after the talk', talked, 'in-person', ['CLOSED', 'CLOSED']],
    ['an emergency during a call ends the call', onThePhone, 'emergency', ['CLOSED', 'PHONE_CALL_ENDED', 'CLOSED']],
    ['an emergency after a dropped call is closed', dropped, 'emergency', ['CLOSED', 'CLOSED']],
  ] as const)('%s', (_, from, outcome, expected) => expect(close(from, outcome)).toEqual(expected))

  const closable = ['ACTIVE', 'CLOSING']
  test.each(Statuses.options.filter((status) => !closable.includes(status)))(
    'closing is impossible from %s',
    (status) =>
      expect(CloseOutcome.options.map((outcome) => close({ ...dropped, status }, outcome))).toEqual(
        CloseOutcome.options.map(() => undefined),
      ),
  )
})

test.each([
  ['completed', false],
  ['patient-left', false],
  ['in-person', true],
  ['emergency', true],
  ['technical-failure', true],
] as const)('outcome %s: the full refund is %s', (outcome, expected) => expect(isPaidBack[outcome]).toBe(expected))

test.each([
  ['NO_ANSWER', ['QUEUED', 'PHONE_CALL_FAILED', 'UNASSIGNED']],
  ['WRONG_NUMBER', ['QUEUED', 'PHONE_CALL_FAILED', 'UNASSIGNED']],
  ['BAD_CONNECTION', ['ACTIVE', 'PHONE_CALL_ENDED']],
] as const)('a call attempt that failed with %s counts as %s', (failure, expected) => {
  expect(CallFailure.options).toContain(failure)
  const call = { medium: 'phone', event: failureEvent[failure] } as const
  const step = afterCall(historyOf('ACTIVE', 'ASSIGNED', 'PHONE_CALL_STARTED'), call, { by, answered: false })
  expect(step && [step.status, ...step.actions.map(({ type }) => type)]).toEqual(expected)
})
