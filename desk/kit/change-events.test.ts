import { getDeskConsultation, getQueue } from '@cuida/core/care/queue/desk-api.ts'
import { listTemplates } from '@cuida/core/care/sharing/template-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { expect, test } from 'vitest'
import { session } from './api.ts'
import { useChangeEvents } from './change-events.ts'
import { useQuery } from './queries.ts'

const OLD = [getQueue, getDeskConsultation]
const events = { method: 'GET', path: '/desk/events', access: 'staff' } as Call

test('a change event invalidates the queries of its declarations and no others', async () => {
  const server = mockServer()
  server.reply(getQueue, { items: [] })
  server.reply(getDeskConsultation, ({ path }) => ({ id: path.at(-1) }))
  server.reply(listTemplates, { items: [] })
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const sendEvent = (text: string) => writable.getWriter().write(new TextEncoder().encode(text))
  server.reply(events, () => new Response(readable))
  signInTestUser(session)
  const screen = await renderHookWithQueries(() => {
    useChangeEvents(OLD)
    return [
      useQuery(getQueue),
      useQuery(getDeskConsultation, { id: '1' }),
      useQuery(getDeskConsultation, { id: '2' }),
      useQuery(listTemplates),
    ]
  })
  const requestCounts = () =>
    [getQueue, getDeskConsultation, listTemplates].map((call) => server.requestsTo(call).length)
  expect(requestCounts()).toEqual([1, 2, 1])
  await screen.act(() => sendEvent('data: {"topics":["queue"]}\n\n'))
  expect(requestCounts()).toEqual([2, 4, 1])
})
