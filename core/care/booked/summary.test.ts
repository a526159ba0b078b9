import { expect, test } from 'vitest'
import { createAction } from '../../consultation/status/actions.ts'
import type { ConsultationStatus } from '../../consultation/status/status.ts'
import { lacksSummary, mayWriteSummary } from './summary.ts'

const queued = createAction('QUEUED', 'SYSTEM')

test.each<[string, ConsultationStatus, boolean, boolean]>([
  ['an unpaid consultation', 'PENDING', false, false],
  ['a consultation that waits', 'QUEUED', false, true],
  ['a consultation that waits again after a missed call', 'QUEUED', true, false],
  ['a consultation with a clinician', 'ACTIVE', true, false],
  ['a cancelled consultation', 'CANCELLED', false, false],
])('%s: may its summary be written?', (_, status, isTaken, may) => {
  const actions = isTaken ? [queued, createAction('ASSIGNED', 'CLINICIAN')] : [queued]
  expect(mayWriteSummary({ status, actions })).toBe(may)
})

test('a blank summary is missing, one with text is not', () => {
  const waiting = { status: 'QUEUED', actions: [queued] } as const
  expect([null, ' ', 'I sleep badly'].map((summary) => lacksSummary({ ...waiting, summary }))).toEqual([
    true,
    true,
    false,
  ])
})
