import { combinedKey } from '@cuida/ui/client/queries/query-key.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { PARTNER_CONFIG_QUERY, useIsMailEnabled } from './partner.ts'

test.each([
  ['with a mail provider', { disabledCapabilities: [] }, true],
  ['only with a mail provider', { disabledCapabilities: ['mail'] }, false],
  ['until the config loads', undefined, true],
])('e-mail is enabled %s', async (_, partner, go) => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queries.setQueryDefaults(combinedKey(PARTNER_CONFIG_QUERY), { enabled: false })
  if (partner) queries.setQueryData(combinedKey(PARTNER_CONFIG_QUERY), { ...partner, brand: {} })
  expect((await renderHookWithQueries(useIsMailEnabled, { queries })).current()).toBe(go)
})
