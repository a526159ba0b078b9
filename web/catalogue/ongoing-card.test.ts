import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'
import { expect, test } from 'vitest'
import { findMostImportant, isNow } from './ongoing-card.ts'

const consultation = (id: string, change: Partial<ConsultationSummary>) =>
  ({ id, status: 'QUEUED', startTime: null, createdAt: '2026-11-26T09:00:00Z', ...change }) as ConsultationSummary
const active = consultation('active', { status: 'ACTIVE', startTime: '2026-11-30T09:00:00Z' })
const waiting = consultation('waiting', {})
const soon = consultation('soon', { startTime: '2026-11-26T10:15:00Z' })
const far = consultation('far', { startTime: '2026-12-01T09:00:00Z' })

test.each([
  ['a consultation in care comes first', [far, waiting, active], 'active'],
  ['one waiting in the queue comes second', [soon, far, waiting], 'waiting'],
  ['otherwise the soonest booked time comes first', [far, soon], 'soon'],
  ['without consultations there is none', [], undefined],
])('%s', (_, list, id) => expect(findMostImportant(list)?.id).toBe(id))

test.each([
  ['15 minutes before its time a consultation is now', soon, '2026-11-26T10:00:00Z', true],
  ['a second earlier a consultation is upcoming', soon, '2026-11-26T09:59:59Z', false],
  ['a consultation in the queue is now', waiting, '2026-11-26T09:00:00Z', true],
  ['a consultation in care is now, whatever the clock says', active, '2026-11-26T09:00:00Z', true],
])('%s', (_, one, now, expected) => expect(isNow(one, Date.parse(now))).toBe(expected))
