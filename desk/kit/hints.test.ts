import { getDeskConsultation, getQueue } from '@cuida/core/care/queue/desk-api.ts'
import { listTemplates } from '@cuida/core/care/sharing/template-api.ts'
import type { Call } from '@cuida/core/kit/call.ts'
import { living, playServer, signedIn } from '@cuida/ui/client/session/test-living.ts'
import { expect, test } from 'vitest'
import { session } from './api.ts'
import { useHints } from './hints.ts'
import { useRead } from './reads.ts'

const OLD = [getQueue, getDeskConsultation]
const events = { method: 'GET', path: '/desk/events', access: 'staff' } as Call

test('a hint asks again for all that is read by the declarations it is about, and for nothing else', async () => {
  const server = playServer()
  server.answer(getQueue, { items: [] })
  server.answer(getDeskConsultation, ({ path }) => ({ id: path.at(-1) }))
  server.answer(listTemplates, { items: [] })
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const tell = (said: string) => writable.getWriter().write(new TextEncoder().encode(said))
  server.answer(events, () => new Response(readable))
  signedIn(session)
  const screen = await living(() => {
    useHints(OLD)
    return [
      useRead(getQueue),
      useRead(getDeskConsultation, { id: '1' }),
      useRead(getDeskConsultation, { id: '2' }),
      useRead(listTemplates),
    ]
  })
  const asked = () => [getQueue, getDeskConsultation, listTemplates].map((call) => server.heard(call).length)
  expect(asked()).toEqual([1, 2, 1])
  await screen.do(() => tell('data: {"topics":["queue"]}\n\n'))
  expect(asked()).toEqual([2, 4, 1])
})
