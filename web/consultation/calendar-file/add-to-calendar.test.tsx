import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { AddToCalendar } from './AddToCalendar.tsx'

const phone = vi.hoisted(() => ({ hasCalendar: true }))
vi.mock('../../platform/platform.ts', () => ({
  platform: () => (phone.hasCalendar ? { addToCalendar: async () => {} } : {}),
  linkTo: (path: string) => `https://clinic.example${path}`,
}))
vi.mock('../../kit/api.ts', () => ({ api: vi.fn() }))
vi.mock('../../kit/content/partner.tsx', () => ({ usePartner: () => ({ partnerName: 'Clinic' }) }))

beforeEach(() => loadMessages('en', { 'care.calendar.moved': ['It was moved.'], 'care.calendar.add': ['Add'] }))

const renderText = (sequence: number) =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <AddToCalendar
        id={'c-1'}
        sequence={sequence}
        start={'2026-12-01T10:00:00Z'}
        end={'2026-12-01T10:20:00Z'}
        title="care.calendar.title"
        path="/consultations/c-1"
      />
    </QueryClientProvider>,
  )

test('after a reschedule the patient reads that a phone calendar keeps the old entry, which a file would update', () => {
  phone.hasCalendar = true
  expect(renderText(0)).not.toContain('It was moved.')
  expect(renderText(1)).toContain('It was moved.')
  phone.hasCalendar = false
  expect(renderText(1)).not.toContain('It was moved.')
})
