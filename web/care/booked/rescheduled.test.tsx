import type { Config } from '@cuida/core/brand/config.ts'
import { ConsultationStatus, isPast } from '@cuida/core/consultation/status/status.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { PartnerProvider } from '../../kit/content/partner.tsx'
import { RescheduledAlert } from './RescheduledAlert.tsx'

loadMessages('en', {})
const renderNote = (status: ConsultationStatus, search: string) =>
  renderToString(
    <PartnerProvider config={{ timeZone: 'Europe/Madrid' } as Config}>
      <Router ssrPath="/consultations/1" ssrSearch={search}>
        <RescheduledAlert consultation={{ startTime: '2026-11-26T15:20:00Z', status }} />
      </Router>
    </PartnerProvider>,
  )

test.each(ConsultationStatus.options)(
  '"time changed" of a consultation that is %s is shown only while it is upcoming',
  (status) => {
    expect(renderNote(status, 'moved=true').includes('care.move.done')).toBe(!isPast(status))
    expect(renderNote(status, '')).toBe('')
  },
)
