import { living, settled } from '@cuida/ui/client/session/test-living.ts'
import { emptyStorage } from '@cuida/ui/client/session/test-storage.ts'
import { createElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { PartnerProvider } from '../../kit/content/partner.tsx'
import { useChoice } from './use-choice.ts'

emptyStorage()
const withConnector = (connector: string) => (screen: ReactNode) =>
  createElement(PartnerProvider, { config: { measuring: { connector } } } as never, screen)

test('a choice is shown by every screen at once, and is of who counts: another one asks anew', async () => {
  const around = withConnector('matomo')
  const one = await living(useChoice, { around })
  const other = await living(useChoice, { around })
  expect(one.now().choice).toBeUndefined()
  await one.do((it) => it.choose(['C0002']))
  await settled(() => {})
  expect([one, other].map((screen) => screen.now().choice?.groups)).toEqual([['C0002'], ['C0002']])
  const another = await living(useChoice, { around: withConnector('ga4') })
  expect(another.now().choice).toBeUndefined()
  await another.do((it) => it.choose([]))
  expect(another.now().choice?.groups).toEqual([])
})
