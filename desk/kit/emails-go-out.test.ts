import { gatheredKey } from '@cuida/ui/client/reads/read-key.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { PARTNER, useMail } from './partner.ts'

test.each([
  ['with a provider of letters', { without: [] }, true],
  ['without', { without: ['mail'] }, false],
  ['as long as nothing is known', undefined, true],
])('e-mails go out %s', async (_, partner, go) => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queries.setQueryDefaults(gatheredKey(PARTNER), { enabled: false })
  if (partner) queries.setQueryData(gatheredKey(PARTNER), { ...partner, brand: {} })
  expect((await renderHookWithQueries(useMail, { queries })).current()).toBe(go)
})
