import { expect, test } from 'vitest'
import { careRelation, type Grounds, mayWrite, type Tie } from './care-relation.ts'

const now = new Date('2026-11-21T12:00:00Z')
const days = (many: number) => new Date(now.getTime() + many * 86_400_000)
const tie = (status: Tie['status'], more: Partial<Tie> = {}): Tie => ({
  consultationId: 'c1',
  status,
  held: true,
  booked: false,
  at: days(-1),
  changedAt: days(-1),
  ...more,
})
const booked = { held: false, booked: true, at: days(3) }
const nothing: Grounds = { now, ties: [], asked: false, isManager: false, glassUntil: undefined }
const because = (grounds: Partial<Grounds>) => careRelation({ ...nothing, ...grounds })?.because

test.each<[string, Partial<Grounds>, string | undefined]>([
  ['a stranger reads nothing', {}, undefined],
  ['who holds the patient reads', { ties: [tie('ACTIVE')] }, 'attending'],
  ['who writes the notes reads', { ties: [tie('CLOSING')] }, 'attending'],
  ['who has the patient booked reads', { ties: [tie('QUEUED', booked)] }, 'booked'],
  ['a booking that a colleague holds opens nothing', { ties: [tie('ACTIVE', booked)] }, undefined],
  ['a booking that was cancelled opens nothing', { ties: [tie('CANCELLED', booked)] }, undefined],
  ['who tried three times in vain attended nobody', { ties: [tie('CANCELLED')] }, undefined],
  ['care that ended 30 days ago is still open', { ties: [tie('CLOSED', { changedAt: days(-30) })] }, 'attended'],
  ['a moment later it is not', { ties: [tie('CLOSED', { changedAt: new Date(days(-30).getTime() - 1) })] }, undefined],
  ['a technical failure was care too', { ties: [tie('CLOSED_WITH_ERROR')] }, 'attended'],
  [
    'a colleague’s care, that one neither held nor was booked for, opens nothing',
    { ties: [tie('CLOSED', { held: false, booked: false })] },
    undefined,
  ],
  ['care that was booked with one and held by a colleague was care too', { ties: [tie('CLOSED', booked)] }, 'attended'],
  ['the newest care counts', { ties: [tie('CLOSED', { changedAt: days(-90) }), tie('CLOSED')] }, 'attended'],
  [
    'who asks opens the record to whoever ever attended them',
    { asked: true, ties: [tie('CLOSED', { changedAt: days(-900) })] },
    'edit-request',
  ],
  ['not to who never did', { asked: true }, undefined],
  ['but to a manager who is a clinician', { asked: true, isManager: true }, 'edit-request'],
  ['a manager without a question reads nothing', { isManager: true }, undefined],
  ['a break-glass opening opens', { glassUntil: new Date(now.getTime() + 1) }, 'break-glass'],
  ['until its end', { glassUntil: now }, undefined],
  ['who is in care needs no emergency', { ties: [tie('ACTIVE')], glassUntil: days(1) }, 'attending'],
])('%s', (_, grounds, expected) => expect(because(grounds)).toBe(expected))

test('a relation names the next booked consultation, or the last attended one [B2.25]', () => {
  const ties = [tie('QUEUED', { ...booked, consultationId: 'later', at: days(5) }), tie('QUEUED', booked)]
  expect(careRelation({ ...nothing, ties })).toMatchObject({ because: 'booked', consultationId: 'c1', at: days(3) })
  const past = [tie('CLOSED', { consultationId: 'old', changedAt: days(-9) }), tie('CLOSED')]
  expect(careRelation({ ...nothing, ties: past })?.consultationId).toBe('c1')
})

test("an edit request names the clinician's last consultation, or none for a manager who had none", () => {
  const ties = [tie('CLOSED', { changedAt: days(-900) })]
  expect(careRelation({ ...nothing, asked: true, ties })).toMatchObject({ consultationId: 'c1', at: null })
  expect(careRelation({ ...nothing, asked: true, isManager: true })).toMatchObject({ consultationId: null, at: null })
})

test('emergency access cannot write, and every other relation can', () => {
  const relation = { consultationId: null, at: null }
  expect(mayWrite({ ...relation, because: 'break-glass' })).toBe(false)
  for (const other of ['attending', 'booked', 'attended', 'edit-request'] as const)
    expect(mayWrite({ ...relation, because: other })).toBe(true)
})
