import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ActionDraft, type ActionType, createAction } from '../status/actions.ts'
import type { CallEvent } from '../status/closing.ts'
import { CloseOutcome } from '../status/closing.ts'
import {
  type ConsultationStatus,
  callOf,
  callOutcome,
  cancelledBy,
  isTerminated,
  missedCalls,
} from '../status/status.ts'
import {
  afterCall,
  afterClosing,
  afterTaking,
  afterTransfer,
  type ConsultationHistory,
  type Step,
} from '../status/steps.ts'

// The model: the status that the record alone implies.
const SAYS: Partial<Record<ActionType, ConsultationStatus>> = {
  QUEUED: 'QUEUED',
  UNASSIGNED: 'QUEUED',
  ASSIGNED: 'ACTIVE',
  VIDEO_CALL_STARTED: 'ACTIVE',
  PHONE_CALL_STARTED: 'ACTIVE',
  VIDEO_CALL_CANCELLED: 'ACTIVE',
  PHONE_CALL_CANCELLED: 'ACTIVE',
  VIDEO_CALL_COMPLETED: 'CLOSING',
  PHONE_CALL_COMPLETED: 'CLOSING',
  CLOSED: 'CLOSED',
  CLOSED_WITH_ERROR: 'CLOSED_WITH_ERROR',
  CANCELLED: 'CANCELLED',
}
const statusFrom = (actions: readonly ActionDraft[]) =>
  SAYS[actions.findLast(({ type }) => SAYS[type])?.type ?? 'QUEUED']

const medium = fc.constantFrom('video' as const, 'phone' as const)
const event = fc.constantFrom<CallEvent[]>(
  'started',
  'started',
  'failed',
  'failed',
  'failed',
  'ended',
  'completed',
  'completed',
  'taken-back',
)
const outcome = fc.constantFrom(...CloseOutcome.options)
const by = 'CLINICIAN'
const withJoined = (action: ActionDraft, joined: boolean): ActionDraft =>
  action.type.endsWith('_STARTED') ? { ...action, joined } : action
/** Outcomes that do not need a completed call. */
const withoutTalk = new WeakSet<Step>()
const modelActions: fc.Arbitrary<(history: ConsultationHistory) => Step | undefined> = fc.oneof(
  { weight: 3, arbitrary: fc.constant((history: ConsultationHistory) => afterTaking(history, by)) },
  {
    weight: 6,
    arbitrary: fc.tuple(medium, event, fc.boolean()).map(([medium, event, answered]) => (at: ConsultationHistory) => {
      const step = afterCall(at, { medium, event }, { by, answered })
      // Both participants join in half of the cases.
      return step && { ...step, actions: step.actions.map((action) => withJoined(action, answered)) }
    }),
  },
  // The phone provider reports its calls late: an action at the desk may have come first.
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('failed' as const, 'ended' as const)
      .map(
        (event) => (at: ConsultationHistory) =>
          afterCall(at, { medium: 'phone', event }, { by: 'SYSTEM', answered: false }),
      ),
  },
  { weight: 1, arbitrary: fc.constant((history: ConsultationHistory) => afterTransfer(history, by)) },
  {
    weight: 1,
    arbitrary: outcome.map((outcome) => (history: ConsultationHistory) => {
      const step = afterClosing(history, outcome, by)
      if (step && outcome !== 'completed') withoutTalk.add(step)
      return step
    }),
  },
)

test('after any desk actions, the record alone implies the status, the calls and the outcome [B4.12]', () => {
  const statuses = new Set<ConsultationStatus>()
  fc.assert(
    fc.property(fc.array(modelActions, { maxLength: 60, size: 'max' }), (todo) => {
      let now: ConsultationHistory = { status: 'QUEUED', actions: [createAction('QUEUED', 'SYSTEM')] }
      for (const modelAction of todo) {
        const step = modelAction(now)
        if (!step) continue
        expect(isTerminated(now.status)).toBe(false)
        now = { status: step.status, actions: [...now.actions, ...step.actions] }
        statuses.add(now.status)
        expect(statusFrom(now.actions)).toBe(now.status)
        if (step.status === 'CLOSED' && !withoutTalk.has(step)) expect(callOutcome(now.actions)).toBe('completed')
        expectSound(now)
      }
    }),
    { numRuns: 1_000 },
  )
  expect([...statuses].sort()).toEqual(['ACTIVE', 'CANCELLED', 'CLOSED', 'CLOSED_WITH_ERROR', 'CLOSING', 'QUEUED'])
})

function expectSound({ status, actions }: ConsultationHistory): void {
  const cancellations = actions.filter(({ type }) => type === 'CANCELLED').length
  const missed = missedCalls(actions)
  expect(missed).toBeLessThanOrEqual(3)
  expect(cancellations).toBe(missed === 3 ? 1 : 0)
  expect(status === 'CANCELLED').toBe(missed === 3)
  expect(cancelledBy(actions)).toBe(missed === 3 ? 'system' : undefined)
  if (status !== 'ACTIVE') expect(callOf(actions).state).toBe('none')
  expectOneAtATime(actions)
  // Calls never overlap: a start ends the call that was on.
  const starts = actions.filter(({ type }) => type.endsWith('_STARTED')).length
  const ends = actions.filter(({ type }) => /_CALL_(ENDED|FAILED|COMPLETED)$/.test(type)).length
  expect(starts).toBeLessThanOrEqual(ends + 1)
}

/**
 * Phone and video are two media of one consultation: a start ends the call in the other medium, and the record has
 * both.
 */
function expectOneAtATime(actions: readonly ActionDraft[]): void {
  let on: string | undefined
  for (const { type } of actions) {
    const medium = type.slice(0, 5)
    const event = type.slice(11)
    if (!type.includes('_CALL_')) continue
    if (event === 'STARTED') {
      expect(on).toBeUndefined()
      on = medium
    } else {
      // After its end, the outcome of the call may still be recorded, in the same medium.
      expect([undefined, medium]).toContain(on)
      on = undefined
    }
  }
}
