import { resolveUntold } from '@cuida/core/news/delivery/untold-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { useResolveUntold } from './untold-queries.ts'

const id = '10000000-0000-4000-8000-000000000001'

test('who was told is closed with what was said of it', async () =>
  expect(await leaving(() => given(() => useResolveUntold(id)).mutateAsync(' Called them, they know '))).toEqual([
    asks(resolveUntold, { id, reason: 'Called them, they know' }),
  ]))
