import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { explainStatus, stepsOf } from './status-explanation.ts'

const STEPS = ['paid', 'waiting', 'taken', 'talked', 'closed'] as const
const at = (time: string) => `2026-11-26T${time}:00Z`
const actions = [
  { type: 'QUEUED', createdAt: at('10:00') },
  { type: 'ASSIGNED', createdAt: at('10:05') },
  { type: 'ASSIGNED', createdAt: at('10:10') },
  { type: 'PHONE_CALL_COMPLETED', createdAt: at('10:15') },
  { type: 'VIDEO_CALL_COMPLETED', createdAt: at('10:20') },
  { type: 'CLOSED', createdAt: at('10:30') },
]
const consultation = (more: object) => ({ actions, closedFor: null, ...more }) as never

beforeEach(() => loadMessages('en', Object.fromEntries(STEPS.map((step) => [`care.step.${step}`, step]))))

describe('the timeline of a consultation', () => {
  test.each([
    ['PENDING', 'paid now, waiting next, taken next, talked next, closed next'],
    ['QUEUED', 'paid done, waiting now 10:00, taken next, talked next, closed next'],
    ['ACTIVE', 'paid done, waiting done 10:00, taken now 10:10, talked next, closed next'],
    ['CLOSING', 'paid done, waiting done 10:00, taken done 10:10, talked now 10:20, closed next'],
    ['CLOSED', 'paid done, waiting done 10:00, taken done 10:10, talked done 10:20, closed done 10:30'],
  ])('a consultation that is %s shows done, current and next steps with times', (status, road) => {
    const steps = stepsOf(consultation({ status }), 'UTC')
    const stepTexts = steps.map(({ label, state, time }) => [label, state, time].filter(Boolean).join(' '))
    expect(stepTexts.join(', ').replaceAll(/ (AM|PM)/g, '')).toBe(road)
  })

  test.each([
    ['was cut short', { status: 'CLOSED', closedFor: 'patient-left' }],
    ['was cancelled', { status: 'CANCELLED' }],
    ['was never paid', { status: 'EXPIRED' }],
  ])('a consultation that %s has no timeline', (_, more) => expect(stepsOf(consultation(more), 'UTC')).toEqual([]))

  test('a finished consultation has a timeline', () =>
    expect(stepsOf(consultation({ status: 'CLOSED', closedFor: 'completed' }), 'UTC')).toHaveLength(5))
})

describe('values in the explanation', () => {
  const expectMessage = (more: object, key: string, values: string[]) => {
    const messages = values.flatMap((value) => [' ', [value]])
    loadMessages('en', { [`care.story.${key}.now`]: ['now', ...messages], [`care.story.${key}.next`]: 'next' } as never)
    return explainStatus(
      consultation({ missedCalls: 0, clinician: { name: 'Dra. Vidal' }, ...more }),
      '112',
      new Date(at('10:00')),
    ).now
  }
  const waiting = { status: 'QUEUED', type: 'on-demand', preferredContactMethod: 'phone' }

  test('the number of calls made and left, and the phone number, are shown', () =>
    expect(
      expectMessage({ ...waiting, missedCalls: 1, maskedPhone: '600 •• 01' }, 'missed', [
        'missed',
        'left',
        'attempt',
        'phone',
      ]),
    ).toBe('Now 1 2 2 600\u00a0••\u00a001'))

  test('the place in the queue and the expected wait are shown', () =>
    expect(
      expectMessage({ ...waiting, position: 3, ahead: 2, expectedWait: { from: 5, to: 10 } }, 'waiting.phone', [
        ...['position', 'ahead', 'from', 'to', 'emergency'],
      ]),
    ).toBe('Now 3 2 5 10 112'))

  test("the clinic's delay is shown", () => {
    const late = { ...waiting, type: 'scheduled', startTime: at('09:48'), expectedWait: { from: 1, to: 2 }, ahead: 1 }
    expect(expectMessage(late, 'late.known', ['minutes'])).toBe('Now 12')
  })

  test('unknown values leave no gap in the text', () =>
    expect(
      expectMessage({ ...waiting, missedCalls: 1 }, 'missed', ['phone', 'position', 'from', 'to', 'ahead', 'minutes']),
    ).toBe('Now  1 0 0 0 0'))
})
