import { describe, expect, test } from 'vitest'
import { type ActionDraft, ActionType, createAction } from './actions.ts'
import {
  type ConsultationEvent,
  ConsultationStatus,
  callOf,
  callOutcome,
  cancelledBy,
  isCancelled,
  isPast,
  isTerminated,
  missedCalls,
  moveConsultation,
  pastStatuses,
  patientStatus,
} from './status.ts'

const by = (...types: ActionType[]): ActionDraft[] => types.map((type) => createAction(type, 'CLINICIAN'))

const statuses: Record<ConsultationStatus, [patient: string, past: boolean, terminated: boolean, cancelled: boolean]> =
  {
    PENDING: ['PROCESSING', false, false, false],
    QUEUED: ['QUEUED', false, false, false],
    ACTIVE: ['ACTIVE', false, false, false],
    CLOSING: ['COMPLETE', true, false, false],
    CLOSED: ['CLOSED', true, true, false],
    CLOSED_WITH_ERROR: ['CLOSED_WITH_ERROR', true, true, false],
    CANCELLING: ['CANCELLING', true, false, true],
    CANCELLED: ['CANCELLED', true, true, true],
    EXPIRED: ['ORDER_CANCELLED', true, false, false],
  }

describe('meaning of each status [B2.20] [B3.12] [B4.2] [B4.3] [B4.4] [B4.5]', () => {
  test.each(ConsultationStatus.options)('%s', (status) => {
    const [patient, past, terminated, cancelled] = statuses[status]
    expect(patientStatus(status)).toBe(patient)
    expect([isPast(status), isTerminated(status), isCancelled(status)]).toEqual([past, terminated, cancelled])
    expect(pastStatuses.includes(status)).toBe(past)
  })
})

const leadsTo: Record<ConsultationEvent, Partial<Record<ConsultationStatus, ConsultationStatus>>> = {
  paid: { PENDING: 'QUEUED' },
  paymentEnded: { PENDING: 'EXPIRED' },
  taken: { QUEUED: 'ACTIVE' },
  missed: { ACTIVE: 'QUEUED' },
  requeued: { ACTIVE: 'QUEUED' },
  takenOver: { QUEUED: 'ACTIVE', ACTIVE: 'ACTIVE', CLOSING: 'ACTIVE' },
  callCompleted: { ACTIVE: 'CLOSING' },
  calledAgain: { CLOSING: 'ACTIVE' },
  takenBack: { CLOSING: 'ACTIVE' },
  notesSigned: { ACTIVE: 'CLOSED', CLOSING: 'CLOSED' },
  brokeDown: { ACTIVE: 'CLOSED_WITH_ERROR', CLOSING: 'CLOSED_WITH_ERROR' },
  cancelRequested: { PENDING: 'CANCELLING', QUEUED: 'CANCELLING', ACTIVE: 'CANCELLING', CLOSING: 'CANCELLING' },
  cancelled: { CANCELLING: 'CANCELLED' },
}

describe('every event leads to exactly its declared status', () => {
  const events = Object.keys(leadsTo) as ConsultationEvent[]
  test.each(events)('%s', (event) => {
    const moves = ConsultationStatus.options.map((from) => [from, moveConsultation(from, event)])
    const expected = ConsultationStatus.options.map((from) => [from, leadsTo[event][from]])
    expect(moves).toEqual(expected)
  })
})

const ringing: Partial<Record<ActionType, 'video' | 'phone'>> = {
  VIDEO_CALL_STARTED: 'video',
  PHONE_CALL_STARTED: 'phone',
}
const keepsRinging = new Set<ActionType>(['ASSIGNED', 'QUEUED'])
const outcomes: Partial<Record<ActionType, string>> = {
  VIDEO_CALL_COMPLETED: 'completed',
  PHONE_CALL_COMPLETED: 'completed',
  VIDEO_CALL_CANCELLED: 'cancelled',
  PHONE_CALL_CANCELLED: 'cancelled',
}

describe('meaning of each action', () => {
  test.each(ActionType.options)('%s, for the call that was on [B4.7]', (type) => {
    const medium = ringing[type] ?? (keepsRinging.has(type) ? 'video' : undefined)
    expect(callOf(by('VIDEO_CALL_STARTED', type))).toEqual({ state: medium ? 'ringing' : 'none', medium })
  })

  test.each(ActionType.options)('%s, for the outcome of the call [B4.8]', (type) => {
    expect(callOutcome(by(type))).toBe(outcomes[type])
    expect(callOutcome(by('PHONE_CALL_COMPLETED', type))).toBe(outcomes[type] ?? 'completed')
  })

  test.each(ActionType.options)('%s, for missed calls [B4.9]', (type) => {
    expect(missedCalls(by('UNASSIGNED', type))).toBe(type === 'UNASSIGNED' ? 2 : 1)
  })

  test('without actions there is no call, outcome or canceller', () => {
    expect(callOf([])).toEqual({ state: 'none', medium: undefined })
    expect([callOutcome([]), cancelledBy([]), missedCalls([])]).toEqual([undefined, undefined, 0])
  })

  test.each([
    ['PATIENT', 'patient'],
    ['CLINICIAN', 'clinician'],
    ['CLINICIAN_AND_CLINICAL_MANAGER', 'clinician'],
    ['SYSTEM', 'system'],
  ] as const)('a consultation cancelled by %s [B4.10]', (role, expected) => {
    expect(cancelledBy([...by('QUEUED'), createAction('CANCELLED', role)])).toBe(expected)
  })

  test('a cancelled call does not cancel the consultation [B4.10]', () => {
    expect(cancelledBy(by('VIDEO_CALL_CANCELLED', 'PHONE_CALL_CANCELLED'))).toBeUndefined()
  })
})
