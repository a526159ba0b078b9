import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { Agent, request } from 'undici'
import { expect, test, vi } from 'vitest'
import { createPublicAddress } from '../../checkout/order/test-orders.ts'
import { createProcessRunner } from '../../checkout/payment/test-processes.ts'
import { createTestContext } from '../../testing/test-contexts.ts'
import { addDrain, drain } from './drain.ts'

const context = await createTestContext({ env: await createPublicAddress() })
const processes = createProcessRunner(context)

test('a process that is asked to end says so, serves on, ends its streams and exits', async () => {
  const { url, child } = await processes.api({ DRAIN_SECONDS: '3' })
  const dispatcher = new Agent({ connections: 1 })
  const ask = async (path: string) => {
    const { statusCode, headers, body } = await request(url + path, { dispatcher })
    await body.dump()
    return [statusCode, headers.connection]
  }
  const stream = await fetch(`${url}/v1/content/events`)
  expect(await ask('/readyz')).toEqual([200, 'keep-alive'])
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await expect.poll(() => ask('/readyz')).toEqual([503, 'close'])
  expect(await ask('/welcome')).toEqual([200, 'close'])
  // The stream stays until the port is closed, so that its client reaches another process.
  expect(await Promise.race([stream.text(), sleep(0)])).toBeUndefined()
  expect(await ended).toEqual([0, null])
  await expect(ask('/healthz')).rejects.toThrow('ECONNREFUSED')
})

test('connections without a pause do not keep the port open, and each of them is served', async () => {
  const [server, served] = [Object.assign(new EventEmitter(), { close: vi.fn() }), new Set<number>()]
  server.on('connection', (number: number) => served.add(number))
  const app = Object.assign(Fastify({ logger: false }), { server }) as unknown as FastifyInstance
  addDrain(app)
  let count = 0
  let timer = setImmediate(function connect() {
    server.emit('connection', count++)
    timer = setImmediate(connect)
  })
  await drain(app, 0.01)
  clearImmediate(timer)
  expect(server.close).toHaveBeenCalledOnce()
  expect(served.size).toBe(count)
})
