import { describe, expect, test } from 'vitest'
import { type ActionType, happened } from './actions.ts'
import { CallFailure, CloseOutcome, failureEvent, isPaidBack } from './closing.ts'
import { type ConsultationStatus, ConsultationStatus as Statuses } from './status.ts'
import { afterCall, afterClosing, type Standing } from './steps.ts'

const by = 'CLINICIAN'
const standing = (status: ConsultationStatus, ...types: ActionType[]): Standing => ({
  status,
  actions: types.map((type) => happened(type, by)),
})
const close = (from: Standing, outcome: CloseOutcome) => {
  const step = afterClosing(from, outcome, by)
  return step && [step.status, ...step.actions.map(({ type }) => type)]
}

describe('outcomes other than a completed call [B4.6]', () => {
  const taken = standing('ACTIVE', 'QUEUED', 'ASSIGNED')
  const onThePhone = standing('ACTIVE', 'ASSIGNED', 'PHONE_CALL_STARTED')
  const dropped = standing('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_ENDED')
  const talked = standing('CLOSING', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_COMPLETED')
  const again = standing('ACTIVE', 'ASSIGNED', 'PHONE_CALL_STARTED', 'PHONE_CALL_FAILED', 'UNASSIGNED', 'ASSIGNED')
  const handed = standing('ACTIVE', 'ASSIGNED', 'VIDEO_CALL_STARTED', 'VIDEO_CALL_ENDED', 'ASSIGNED')

  test.each([
    ['who left after a call that ended is closed', dropped, 'patient-left', ['CLOSED', 'CLOSED']],
    ['nobody leaves before a call', taken, 'patient-left', undefined],
    ['nor while one is on: that is a missed call, or a talk', onThePhone, 'patient-left', undefined],
    ['nor after the talk was done', talked, 'patient-left', undefined],
    ['nor by a call of an earlier try', again, 'patient-left', undefined],
    ['nor by a call of whoever handed them over', handed, 'patient-left', undefined],
    ['somebody is sent to a doctor before any call, by what they wrote', taken, 'in-person', ['CLOSED', 'CLOSED']],
    ['or after the talk', talked, 'in-person', ['CLOSED', 'CLOSED']],
    ['or in the middle: the call is hung up', onThePhone, 'emergency', ['CLOSED', 'PHONE_CALL_ENDED', 'CLOSED']],
    ['to an emergency after a drop', dropped, 'emergency', ['CLOSED', 'CLOSED']],
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
  const step = afterCall(standing('ACTIVE', 'ASSIGNED', 'PHONE_CALL_STARTED'), call, { by, answered: false })
  expect(step && [step.status, ...step.actions.map(({ type }) => type)]).toEqual(expected)
})
