import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  combinePhoneLines,
  isLaterUpdate,
  PhoneCallOutcome,
  PhoneCallState,
  PhoneLineStatus,
  type PhoneLines,
} from './phone-call.ts'

test.each([
  ['the clinician’s phone rings', { desk: 'ringing' }, { state: 'desk' }],
  ['the provider has accepted the call and no phone rings yet', { desk: 'queued' }, { state: 'desk' }],
  ['the clinician answered, the patient is next', { desk: 'in-progress' }, { state: 'desk' }],
  [
    'the clinician did not answer, so the patient was not missed',
    { desk: 'no-answer' },
    { state: 'over', outcome: 'desk-silent' },
  ],
  ['the clinician’s line was busy', { desk: 'busy' }, { state: 'over', outcome: 'desk-silent' }],
  ['the clinician’s number does not work', { desk: 'failed' }, { state: 'over', outcome: 'unreachable' }],
  ['the clinician hung up at once', { desk: 'completed' }, { state: 'over', outcome: 'ended' }],
  [
    'the clinician’s phone was hung up before it was answered',
    { desk: 'canceled' },
    { state: 'over', outcome: 'desk-silent' },
  ],
  ['the patient is next', { desk: 'in-progress', patient: 'queued' }, { state: 'patient' }],
  ['the patient’s phone rings', { desk: 'in-progress', patient: 'ringing' }, { state: 'patient' }],
  ['they talk', { desk: 'in-progress', patient: 'in-progress' }, { state: 'talking' }],
  ['they talked', { desk: 'completed', patient: 'completed' }, { state: 'over', outcome: 'talked' }],
  ['the patient did not answer', { desk: 'in-progress', patient: 'no-answer' }, { state: 'over', outcome: 'missed' }],
  ['the patient’s line was busy', { desk: 'completed', patient: 'busy' }, { state: 'over', outcome: 'missed' }],
  [
    'a network failure does not count as missed',
    { desk: 'completed', patient: 'failed' },
    { state: 'over', outcome: 'unreachable' },
  ],
  [
    'the clinician hung up while it rang, so the patient was not missed',
    { desk: 'completed', patient: 'canceled' },
    { state: 'over', outcome: 'ended' },
  ],
] as const)('%s', (_, legs, update) =>
  expect(combinePhoneLines({ patient: undefined, ...legs } as PhoneLines)).toEqual(update),
)

test('only the patient’s line can be missed', () => {
  const legs = fc.record({
    desk: fc.constantFrom(...PhoneLineStatus.options),
    patient: fc.option(fc.constantFrom(...PhoneLineStatus.options), { nil: undefined }),
  })
  fc.assert(
    fc.property(legs, (lines) => {
      const update = combinePhoneLines(lines)
      const isMissed = update.state === 'over' && update.outcome === 'missed'
      expect(isMissed).toBe(lines.patient === 'busy' || lines.patient === 'no-answer')
    }),
  )
})

test.each(PhoneCallState.options)(
  'a call that is %s never regresses, and a repeated update changes nothing',
  (state) => {
    const laterStates = PhoneCallState.options.slice(PhoneCallState.options.indexOf(state) + 1)
    const update = (to: PhoneCallState) => (to === 'over' ? { state: to, outcome: 'talked' as const } : { state: to })
    expect(PhoneCallState.options.filter((to) => isLaterUpdate(state, update(to)))).toEqual(laterStates)
  },
)

test('a call has five possible outcomes, and each can occur', () => {
  const lines = [undefined, ...PhoneLineStatus.options]
  const all = PhoneLineStatus.options.flatMap((desk) => lines.map((patient) => combinePhoneLines({ desk, patient })))
  const ends = all.flatMap((update) => (update.state === 'over' ? [update.outcome] : []))
  expect([...new Set(ends)].sort()).toEqual([...PhoneCallOutcome.options].sort())
  expect(PhoneCallState.options).toEqual(['wanted', 'desk', 'patient', 'talking', 'over'])
})
