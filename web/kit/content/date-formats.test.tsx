import { formatDate, formatTime } from '@cuida/ui/i18n/format.ts'
import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { expect, test } from 'vitest'
import { changePartner, PartnerProvider, usePartner } from './partner.tsx'

const by = (order: string, hours: number) => ({ dateFormats: { order, hours } }) as never

test("dates use the partner's formats, and render again when these change", async () => {
  loadMessages('en', {})
  const screen = await renderHookWithQueries(
    () => {
      usePartner()
      return [formatTime('2026-11-26T20:45:00Z', 'UTC'), formatDate('2026-11-26')]
    },
    { wrapper: (children) => <PartnerProvider config={by('dmy', 24)}>{children}</PartnerProvider> },
  )
  expect(screen.current()).toEqual(['20:45', '26 November 2026'])
  await screen.act(() => changePartner(by('mdy', 12)))
  expect(screen.current()).toEqual(['8:45 PM', 'November 26, 2026'])
})
