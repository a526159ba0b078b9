import type { OpenConsultation } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { expect, test } from 'vitest'
import { consultationTrouble, groupByClinician, likelyReason, needsAttention } from './open-groups.ts'

const open = (more: Partial<OpenConsultation>): OpenConsultation => ({
  id: '1',
  type: 'scheduled',
  status: 'QUEUED',
  product: { id: '101', name: 'Nutrition' },
  patient: { firstName: 'Ana', lastName: 'Pérez' },
  clinician: null,
  holder: null,
  startTime: null,
  queuedAt: null,
  promisedBy: null,
  isLate: false,
  lateChoice: null,
  areTimesOffered: false,
  ...more,
})
const NOW = Date.parse('2026-11-28T12:00:00Z')
const marta = { id: 'm', name: 'Marta' }
const eva = { id: 'e', name: 'Eva' }

test('groups are ordered by their most urgent consultation', () => {
  const items = [
    open({ id: '1', clinician: marta }),
    open({ id: '2', clinician: eva }),
    open({ id: '3', clinician: marta }),
    open({ id: '4' }),
  ]
  const overdue = { ...items[3], promisedBy: '2026-11-28T11:00:00Z' } as OpenConsultation
  expect(groupByClinician([...items.slice(0, 3), overdue], NOW)[0]?.items).toEqual([overdue])
  const groups = groupByClinician(items, NOW).map(({ clinician, items }) => [
    clinician?.name,
    items.map(({ id }) => id),
  ])
  expect(groups).toEqual([
    ['Marta', ['1', '3']],
    ['Eva', ['2']],
    [undefined, ['4']],
  ])
})

test.each([
  [{ isLate: true }, 'late', 'ABSENT'],
  [{ status: 'ACTIVE', holder: 'gone' }, 'gone', 'GONE'],
  [{ status: 'CLOSING', holder: 'blocked' }, 'blocked', 'BLOCKED'],
  [{ type: 'on-demand', promisedBy: '2026-11-28T11:59:59Z' }, 'overdue', 'LATE'],
  [{ type: 'on-demand', promisedBy: '2026-11-28T12:00:00Z' }, undefined, undefined],
  [{ status: 'ACTIVE', holder: 'there' }, undefined, undefined],
  [{}, undefined, undefined],
] as const)('the state %j is %s', (more, trouble, reason) => {
  const one = open(more)
  expect([consultationTrouble(one, NOW), needsAttention(one, NOW), likelyReason([one, one], NOW)]).toEqual([
    trouble,
    trouble !== undefined,
    reason,
  ])
})

test('no reason is preselected for consultations in different states', () =>
  expect(likelyReason([open({ isLate: true }), open({})], NOW)).toBeUndefined())
