import { CALL_CLOSE } from '@cuida/core/care/call/call-signal.ts'
import { expect, test } from 'vitest'
import { createTestContext } from '../../testing/test-contexts.ts'
import { insertCall } from '../test-people.ts'
import { openSocket } from './test-caller.ts'
import { buyPatientTicket, joinBoth } from './test-participants.ts'

const context = await createTestContext()
await context.app.listen({ port: 0, host: '127.0.0.1' })

const deep = (open: string, inner: string, close: string) => open.repeat(6_000) + inner + close.repeat(6_000)
const offer = (sdp: string, more = '') =>
  `{"type":"description","callSession":1,"description":{"type":"offer","sdp":${sdp}}${more}}`

/** Raw messages that no column can store, that nest too deep to walk, or that no client expects. */
const UNFIT = [
  offer('"v=0\\u0000"'),
  offer('"v=0\\ud800"'),
  offer('"v=0"', ',"signature":"\\udc00"'),
  '{"type":"candidate","callSession":1,"candidate":{"candidate":"a\\u0000b"}}',
  '{"type":"candidate","callSession":1,"candidate":{"candidate":"a","sdpMid":"\\ud800"}}',
  '{"type":"candidate","callSession":1e999,"candidate":{"candidate":"a"}}',
  '{"type":"media","mic":"\\u0000","camera":true}',
  offer(deep('[', '', ']')),
  deep('[', '', ']'),
  deep('{"type":', '"ping"', '}'),
  '{"type":"\\u0000"}',
  '{"__proto__":{"type":"ping"}}',
  '{"type":"toString"}',
  'not json',
  '',
]

/** Without the presence signals that the server writes by itself. */
const passedOn = () => context.db`select body from call_signal where body ~ '"type":"(description|candidate|media)"'`

test.each(UNFIT.map((text) => [text.slice(0, 60), text]))(
  '%s ends only that socket and is not stored',
  async (_, text) => {
    const { ana, marta } = await joinBoth(context, context.app)
    ana.ws.send(text)
    expect(await ana.closed).toBe(CALL_CLOSE.misbehaved)
    // The peer gets an ordinary `peer-left` and continues.
    await marta.next('peer-left')
    marta.say({ type: 'ping' })
    await marta.next('pong')
    expect(await passedOn()).toEqual([])
  },
)

test.each(['\\u0000', '\\ud800', `${'a'.repeat(99)}\\u0000`])('a ticket %s is refused', async (ticket) => {
  const pendingSocket = await openSocket(context.app)
  pendingSocket.ws.send(`{"type":"join","ticket":"${ticket}"}`)
  expect([CALL_CLOSE.misbehaved, CALL_CLOSE.refused]).toContain(await pendingSocket.closed)
})

test('undeclared fields are dropped at any depth, and the socket stays open', async () => {
  const { id, patient } = await insertCall(context)
  const ana = await openSocket(context.app)
  ana.say({ type: 'join', ticket: await buyPatientTicket(context, id, patient) })
  await ana.next('joined')
  ana.ws.send(`{"type":"ping","more":${deep('[', '"\\u0000"', ']')}}`)
  await ana.next('pong')
})
