import { createServer, type ServerHttp2Stream } from 'node:http2'
import { type AddressInfo, connect, createServer as createProxy, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { deadlineIn } from '../keep-alive-connection.ts'
import { h2Connection } from './h2-connection.ts'

const listening = (server: { listen(port: number, host: string, done: () => void): unknown; address(): unknown }) =>
  new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

/** A server that answers everything, behind a proxy that can cut the connection or drop its data. */
async function startServer(
  answer = (stream: ServerHttp2Stream) => stream.respond({ ':status': 200 }, { endStream: true }),
) {
  const server = createServer()
  server.on('stream', (stream) => {
    stream.resume().on('error', () => {})
    answer(stream)
  })
  const target = await listening(server)
  const wires: { near: Socket; far: Socket }[] = []
  const proxy = createProxy((near) => {
    const far = connect(target, '127.0.0.1')
    near.pipe(far).pipe(near)
    for (const end of [near, far]) end.on('error', () => {})
    wires.push({ near, far })
  })
  const origin = `http://127.0.0.1:${await listening(proxy)}`
  onTestFinished(() => {
    for (const { near, far } of wires) for (const end of [near, far]) end.destroy()
    proxy.close()
    server.close()
  })
  return { origin, wires }
}
const closed = ({ near }: { near: Socket } = wireless()) => new Promise((resolve) => void near.once('close', resolve))
const wireless = (): never => {
  throw new Error('nobody connected')
}
const connectionTo = (origin: string, pingTiming?: Parameters<typeof h2Connection>[1]) => {
  const connection = h2Connection(origin, pingTiming)
  onTestFinished(connection.close)
  return { ...connection, say: (until = deadlineIn(5_000)) => connection.post('/x', {}, 'hello', until) }
}

test('all requests share a connection, and use another one after a loss', async () => {
  const { origin, wires } = await startServer()
  const connection = connectionTo(origin)
  for (let each = 0; each < 3; each++) expect(await connection.say()).toEqual({ status: 200, text: '' })
  expect(wires).toHaveLength(1)
  const closing = closed(wires[0])
  wires[0]?.near.destroy()
  await closing
  // The client may not have noticed the loss yet: this request can fail, the next one must not.
  await connection.say().catch(() => {})
  expect((await connection.say()).status).toBe(200)
})

test('a connection that died while idle is replaced before the next request', async () => {
  const { origin, wires } = await startServer()
  const connection = connectionTo(origin, { betweenMs: 50, answerMs: 50 })
  await connection.say()
  const closing = closed(wires[0])
  wires[0]?.near.unpipe()
  wires[0]?.near.resume()
  await closing
  expect((await connection.say()).status).toBe(200)
  expect(wires).toHaveLength(2)
})

test('an idle connection stays open', async () => {
  const { origin, wires } = await startServer()
  const connection = connectionTo(origin, { betweenMs: 20, answerMs: 5_000 })
  await connection.say()
  let pingCount = 0
  wires[0]?.near.on('data', () => {
    pingCount += 1
  })
  await expect.poll(() => pingCount).toBeGreaterThan(3)
  await connection.say()
  expect(wires).toHaveLength(1)
})

test.each([
  ['a missing response', () => {}],
  ['a stream closed without a response', (stream: ServerHttp2Stream) => stream.close()],
  ['half a response', (stream: ServerHttp2Stream) => void stream.respond({ ':status': 200 })],
  [
    'an oversized response',
    (stream: ServerHttp2Stream) => {
      stream.respond()
      stream.end('x'.repeat(20_000))
    },
  ],
])('%s is an error at the deadline', async (_, answer) => {
  const { origin } = await startServer(answer as never)
  await expect(connectionTo(origin).say(deadlineIn(300))).rejects.toThrow()
})
