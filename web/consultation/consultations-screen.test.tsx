import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ConsultationsScreen } from './ConsultationsScreen.tsx'

const lists = vi.hoisted(() => vi.fn())
vi.mock('./queries.ts', () => ({ useConsultations: lists }))
vi.mock('../kit/content/partner.tsx', () => ({ usePartner: () => ({ timeZone: 'Europe/Madrid' }) }))
vi.mock('../booking/waitlist/WaitlistRows.tsx', () => ({ WaitlistRows: () => null }))
vi.mock('../profile/account/Identity.tsx', () => ({ PatientTag: () => null }))
vi.mock('./PatientStatusChip.tsx', () => ({ PatientStatusChip: () => null }))

const one = (id: string, createdAt: string, startTime: string | null) => ({
  id,
  createdAt,
  startTime,
  preferredContactMethod: 'video',
  clinician: null,
  patient: {},
  patientStatus: 'QUEUED',
  product: { name: 'Nutrition' },
})

test('the list is grouped by month of the start, or of the booking without one [B2.21]', () => {
  loadMessages('en', {})
  const items = [
    one('c3', '2026-11-20T10:00:00Z', '2026-12-02T10:00:00Z'),
    one('c2', '2026-11-19T10:00:00Z', '2026-11-28T10:00:00Z'),
    one('c1', '2026-11-18T10:00:00Z', null),
  ]
  lists.mockReturnValue({ data: items, isError: false, isPending: false })
  const page = renderToString(<ConsultationsScreen />)
  const order = [...page.matchAll(/<h2[^>]*>([^<]*)<\/h2>|href="\/consultations\/(c\d)"/g)]
  expect(order.map(([_whole, month, id]) => month ?? id)).toEqual(['November 2026', 'c1', 'c2', 'December 2026', 'c3'])
})
