import { listSlots } from '@cuida/core/booking/cart/api.ts'
import { callKey } from '@cuida/ui/client/queries/query-key.ts'
import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { useLiveSlots } from './use-calendar-slots.ts'

/** The open event streams by URL; tests send events on them. */
function playStreams() {
  const streams = new Map<string, ReadableStreamDefaultController<Uint8Array>>()
  const line = vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const body = new ReadableStream<Uint8Array>({ start: (stream) => void streams.set(String(address), stream) })
    return new Response(body)
  })
  const sendChange = (id: string) =>
    actAndFlush(async () => {
      const stream = streams.get(`/v1/schedule/clinician/${id}/events`)
      stream?.enqueue(new TextEncoder().encode('data: {"topics":["slots"]}\n\n'))
      await new Promise((resolve) => setImmediate(resolve))
    })
  return { streams, sendChange, end: () => line.mockRestore() }
}

test('a taken or released time refreshes open calendars soon, and once for several events', async () => {
  freezeTime()
  const { streams, sendChange, end } = playStreams()
  const refetchedIds: string[] = []
  const times = (id: string) =>
    useQuery({ queryKey: callKey(listSlots, { id, from: 'week' }), queryFn: () => refetchedIds.push(id) })
  let clinicianId = 'live-1'
  const screen = await renderHookWithQueries(() => {
    useLiveSlots({ clinicianIds: [clinicianId], productSlug: 'nutrition' })
    return [times('live-1'), times('live-2')]
  })
  expect([...streams.keys()]).toEqual(['/v1/schedule/clinician/live-1/events'])
  refetchedIds.length = 0
  for (let times = 0; times < 3; times++) await sendChange('live-1')
  expect(refetchedIds).toEqual([])
  await advanceTime(400)
  expect(refetchedIds).toEqual(['live-1'])
  await sendChange('live-1')
  await advanceTime(400)
  expect(refetchedIds).toEqual(['live-1', 'live-1'])

  // Another calendar opens another stream; events of the previous one are ignored.
  await sendChange('live-1')
  clinicianId = 'live-2'
  await screen.rerender()
  await advanceTime(400)
  expect(refetchedIds).toHaveLength(2)
  await sendChange('live-2')
  await advanceTime(400)
  expect(refetchedIds.slice(2)).toEqual(['live-2'])

  const again = vi.spyOn(screen.queries, 'invalidateQueries')
  await sendChange('live-2')
  await screen.unmount()
  await advanceTime(400)
  expect(again).not.toHaveBeenCalled()
  end()
})

test('a product calendar receives events of all its clinicians on one stream', async () => {
  const { streams, end } = playStreams()
  await renderHookWithQueries(() => useLiveSlots({ clinicianIds: ['live-3', 'live-4'], productSlug: 'nutrition' }))
  expect([...streams.keys()]).toEqual(['/v1/schedule/events?clinicians=live-3,live-4'])
  end()
})
