import { enterAbsence, settleAbsence, shortenAbsence } from '@cuida/core/care/absence/absence-api.ts'
import type { OpenConsultation } from '@cuida/core/care/rescue/rescue-api.ts'
import { offerTimes } from '@cuida/core/care/rescue/rescue-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test, vi } from 'vitest'
import { rescueOf, useRescue } from '../rescue/rescue-queries.ts'
import { useEnterAbsence, useSettleAbsence, useShortenAbsence } from './absence-queries.ts'

vi.mock('../../kit/hints.ts', () => ({ useHints: () => {} }))

const id = '10000000-0000-4000-8000-000000000001'
const other = '10000000-0000-4000-8000-000000000002'
const startTime = '2026-11-26T09:00:00.000Z'
const endTime = '2026-11-29T09:00:00.000Z'
const reason = 'At a course until Friday'
const fates = [{ id: other, startTime, fate: 'offer' as const }]
const open: OpenConsultation = {
  id: other,
  type: 'scheduled' as const,
  status: 'QUEUED' as const,
  product: { id: '1', name: 'Nutrition' },
  patient: { firstName: 'Ana', lastName: 'Pérez' },
  clinician: { id, name: 'Marta' },
  holder: null,
  startTime,
  queuedAt: null,
  isLate: false,
  lateChoice: null,
  areTimesOffered: false,
}

test.each([
  [
    'an absence with what becomes of every hour, at once',
    () => given(useEnterAbsence).mutateAsync({ id, startTime, endTime, reason, fates }),
    asks(enterAbsence, { id, startTime, endTime, reason, fates }),
  ],
  [
    'what was left to decide',
    () => given(useSettleAbsence).mutateAsync({ id, fates }),
    asks(settleAbsence, { id, fates }),
  ],
  [
    'who is back now',
    () => given(useShortenAbsence).mutateAsync({ id, endTime: null, reason }),
    asks(shortenAbsence, { id, endTime: null, reason }),
  ],
  [
    'other times for an hour as it was asked about',
    () => {
      const wish = rescueOf('offer', [open], { reason: 'AWAY' })
      return wish ? given(useRescue).mutateAsync(wish) : Promise.resolve()
    },
    asks(offerTimes, { ids: [other], reason: 'AWAY', seen: [{ id: other, clinicianId: id, startTime }] }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))
