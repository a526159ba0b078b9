import type { StaleQueries } from '@cuida/ui/client/queries/query-key.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

// The module creates its stream on import, which needs a page.
const { useContentChanges, useChangeEvents } = await import('./change-events.ts')
const { session } = await import('./api.ts')

test('a change event invalidates the queries of its topic, and a content change invalidates all', async () => {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const opened: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    opened.push(String(address))
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      stream = controller
    }
    return new Response(new ReadableStream({ start }))
  })
  const sendChange = (...topics: string[]) =>
    actAndFlush(async () => {
      stream?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ topics })}\n\n`))
      await new Promise((resolve) => setTimeout(resolve))
    })
  signInTestUser(session)
  const refetchedKeys: string[] = []
  const read = (...queryKey: string[]) => useQuery({ queryKey, queryFn: () => refetchedKeys.push(queryKey.join(' ')) })
  let key: readonly StaleQueries[] = [['desk', 'queue']]
  const screen = await renderHookWithQueries(() => {
    useChangeEvents(key)
    useContentChanges()
    return [read('desk', 'queue', 'mine'), read('board'), read('team')]
  })
  expect(opened).toEqual(['/v1/desk/events'])
  refetchedKeys.length = 0

  await sendChange('queue')
  expect(refetchedKeys).toEqual(['desk queue mine'])
  key = [['board']]
  await screen.rerender()
  refetchedKeys.length = 0
  await sendChange('queue')
  expect(refetchedKeys).toEqual(['board'])
  refetchedKeys.length = 0
  await sendChange('content')
  expect(new Set(refetchedKeys)).toEqual(new Set(['desk queue mine', 'board', 'team']))

  const again = vi.spyOn(screen.queries, 'invalidateQueries')
  await screen.unmount()
  await sendChange('content')
  expect(again).not.toHaveBeenCalled()
})
