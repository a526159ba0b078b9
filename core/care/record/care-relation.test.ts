import { expect, test } from 'vitest'
import { type CareRelationInput, careRelation, mayWrite, type RelatedConsultation } from './care-relation.ts'

const now = new Date('2026-11-21T12:00:00Z')
const days = (many: number) => new Date(now.getTime() + many * 86_400_000)
const tie = (status: RelatedConsultation['status'], more: Partial<RelatedConsultation> = {}): RelatedConsultation => ({
  consultationId: 'c1',
  status,
  held: true,
  booked: false,
  at: days(-1),
  changedAt: days(-1),
  ...more,
})
const booked = { held: false, booked: true, at: days(3) }
const nothing: CareRelationInput = {
  now,
  ties: [],
  hasOpenRequest: false,
  isManager: false,
  emergencyAccessUntil: undefined,
}
const because = (grounds: Partial<CareRelationInput>) => careRelation({ ...nothing, ...grounds })?.because

test.each<[string, Partial<CareRelationInput>, string | undefined]>([
  ['a clinician without a relation cannot read', {}, undefined],
  ['the holder of the consultation can read', { ties: [tie('ACTIVE')] }, 'attending'],
  ['the clinician who writes the notes can read', { ties: [tie('CLOSING')] }, 'attending'],
  ['the booked clinician can read', { ties: [tie('QUEUED', booked)] }, 'booked'],
  [
    'a booked clinician cannot read while a colleague holds the consultation',
    { ties: [tie('ACTIVE', booked)] },
    undefined,
  ],
  ['a cancelled booking gives no access', { ties: [tie('CANCELLED', booked)] }, undefined],
  ['three missed calls give no access', { ties: [tie('CANCELLED')] }, undefined],
  ['care that ended 30 days ago gives access', { ties: [tie('CLOSED', { changedAt: days(-30) })] }, 'attended'],
  [
    'care that ended a moment earlier gives none',
    { ties: [tie('CLOSED', { changedAt: new Date(days(-30).getTime() - 1) })] },
    undefined,
  ],
  ['care that ended in a technical failure gives access', { ties: [tie('CLOSED_WITH_ERROR')] }, 'attended'],
  ['a colleague’s consultation gives no access', { ties: [tie('CLOSED', { held: false, booked: false })] }, undefined],
  [
    'a closed consultation gives access to the booked clinician whose colleague held it',
    { ties: [tie('CLOSED', booked)] },
    'attended',
  ],
  ['the latest care counts', { ties: [tie('CLOSED', { changedAt: days(-90) }), tie('CLOSED')] }, 'attended'],
  [
    'an edit request gives access to every clinician who attended the patient',
    { hasOpenRequest: true, ties: [tie('CLOSED', { changedAt: days(-900) })] },
    'edit-request',
  ],
  ['an edit request gives no access to other clinicians', { hasOpenRequest: true }, undefined],
  [
    'an edit request gives access to a manager who is a clinician',
    { hasOpenRequest: true, isManager: true },
    'edit-request',
  ],
  ['a manager without an edit request cannot read', { isManager: true }, undefined],
  ['an emergency access gives access', { emergencyAccessUntil: new Date(now.getTime() + 1) }, 'break-glass'],
  ['an emergency access ends at its time', { emergencyAccessUntil: now }, undefined],
  [
    'a care relation takes precedence over emergency access',
    { ties: [tie('ACTIVE')], emergencyAccessUntil: days(1) },
    'attending',
  ],
])('%s', (_, grounds, expected) => expect(because(grounds)).toBe(expected))

test('a relation names the next booked consultation, or the last attended one [B2.25]', () => {
  const ties = [tie('QUEUED', { ...booked, consultationId: 'later', at: days(5) }), tie('QUEUED', booked)]
  expect(careRelation({ ...nothing, ties })).toMatchObject({ because: 'booked', consultationId: 'c1', at: days(3) })
  const pastTies = [tie('CLOSED', { consultationId: 'old', changedAt: days(-9) }), tie('CLOSED')]
  expect(careRelation({ ...nothing, ties: pastTies })?.consultationId).toBe('c1')
})

test("an edit request names the clinician's last consultation, or none for a manager who had none", () => {
  const ties = [tie('CLOSED', { changedAt: days(-900) })]
  expect(careRelation({ ...nothing, hasOpenRequest: true, ties })).toMatchObject({ consultationId: 'c1', at: null })
  expect(careRelation({ ...nothing, hasOpenRequest: true, isManager: true })).toMatchObject({
    consultationId: null,
    at: null,
  })
})

test('emergency access cannot write, and every other relation can', () => {
  const relation = { consultationId: null, at: null }
  expect(mayWrite({ ...relation, because: 'break-glass' })).toBe(false)
  for (const other of ['attending', 'booked', 'attended', 'edit-request'] as const)
    expect(mayWrite({ ...relation, because: other })).toBe(true)
})
