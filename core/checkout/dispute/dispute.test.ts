import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargedBackAmount, type DisputeSnapshot, decisionProblem, isUndecided, mergeDispute } from './dispute.ts'

const moment = fc.option(
  fc.integer({ min: 1, max: 4 }).map((day) => new Date(Date.UTC(2027, 0, day))),
  { nil: null },
)
const snapshot = fc.record<DisputeSnapshot>({
  kind: fc.constant('chargeback' as const),
  state: fc.constantFrom('open' as const, 'answered' as const, 'won' as const, 'lost' as const),
  amount: fc.integer({ min: 1, max: 5 }),
  deadline: moment,
  reference: fc.constantFrom('1', '2', null),
})
const mergeAll = (snapshots: readonly DisputeSnapshot[]) =>
  snapshots.reduce<DisputeSnapshot | undefined>(mergeDispute, undefined)

test('the same updates end in the same dispute, in any order and with repetitions', () => {
  const shuffled = fc
    .array(snapshot, { minLength: 1, maxLength: 6 })
    .chain((snapshots) =>
      fc.tuple(
        fc.constant(snapshots),
        fc.shuffledSubarray([...snapshots, ...snapshots], { minLength: snapshots.length * 2 }),
      ),
    )
  fc.assert(
    fc.property(shuffled, ([snapshots, again]) => {
      expect(mergeAll(again)).toEqual(mergeAll(snapshots))
    }),
  )
})

test('a decided dispute never reopens, and a deadline never moves closer', () => {
  fc.assert(
    fc.property(fc.array(snapshot, { minLength: 2, maxLength: 6 }), (snapshots) => {
      let known: DisputeSnapshot | undefined
      for (const update of snapshots) {
        const next = mergeDispute(known, update)
        if (known && !isUndecided(known.state)) expect(isUndecided(next.state)).toBe(false)
        if (known?.deadline) expect(next.deadline?.getTime()).toBeGreaterThanOrEqual(known.deadline.getTime())
        known = next
      }
    }),
  )
})

const lostDispute: DisputeSnapshot = { kind: 'chargeback', state: 'lost', amount: 100, deadline: null, reference: null }
test.each([
  ['a lost chargeback takes its money', lostDispute, 100],
  ['a lost mediation is a refund, which the reconciliation reports', { ...lostDispute, kind: 'mediation' }, 0],
  ['a won chargeback takes nothing', { ...lostDispute, state: 'won' }, 0],
  ['an answered chargeback takes nothing yet', { ...lostDispute, state: 'answered' }, 0],
] as const)('%s', (_, dispute, amount) => expect(chargedBackAmount(dispute)).toBe(amount))

test.each([
  ['the provider decides disputes that it reports', { state: 'open', isByHand: false }, 'PROVIDER_DECIDES'],
  ['a manager decides disputes that were recorded manually', { state: 'answered', isByHand: true }, undefined],
  ['a dispute is decided once', { state: 'won', isByHand: true }, 'CHANGED_MEANWHILE'],
] as const)('%s', (_, dispute, problem) => expect(decisionProblem(dispute)).toBe(problem))
