import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { createElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { PartnerProvider } from '../../kit/content/partner.tsx'
import { useChoice } from './use-choice.ts'

const withConnector = (connector: string) => (screen: ReactNode) =>
  createElement(PartnerProvider, { config: { analytics: { connector } } } as never, screen)

test('a choice appears on every screen at once and belongs to one vendor: another vendor asks again', async () => {
  const around = withConnector('matomo')
  const one = await renderHookWithQueries(useChoice, { wrapper: around })
  const other = await renderHookWithQueries(useChoice, { wrapper: around })
  expect(one.current().choice).toBeUndefined()
  await one.act((it) => it.choose(['C0002']))
  await actAndFlush(() => {})
  expect([one, other].map((screen) => screen.current().choice?.groups)).toEqual([['C0002'], ['C0002']])
  const another = await renderHookWithQueries(useChoice, { wrapper: withConnector('ga4') })
  expect(another.current().choice).toBeUndefined()
  await another.act((it) => it.choose([]))
  expect(another.current().choice?.groups).toEqual([])
})
