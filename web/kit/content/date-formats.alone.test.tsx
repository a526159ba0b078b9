import { living } from '@cuida/ui/client/session/test-living.ts'
import { clockTime, fullDate } from '@cuida/ui/words/format.ts'
import { loadWords } from '@cuida/ui/words/words.ts'
import { expect, test } from 'vitest'
import { changePartner, PartnerProvider, usePartner } from './partner.tsx'

const by = (order: string, hours: number) => ({ dateFormats: { order, hours } }) as never

test('dates are said as the partner does, and anew when the partner has changed it', async () => {
  loadWords('en', {})
  const screen = await living(
    () => {
      usePartner()
      return [clockTime('2026-11-26T20:45:00Z', 'UTC'), fullDate('2026-11-26')]
    },
    { around: (children) => <PartnerProvider config={by('dmy', 24)}>{children}</PartnerProvider> },
  )
  expect(screen.now()).toEqual(['20:45', '26 November 2026'])
  await screen.do(() => changePartner(by('mdy', 12)))
  expect(screen.now()).toEqual(['8:45 PM', 'November 26, 2026'])
})
