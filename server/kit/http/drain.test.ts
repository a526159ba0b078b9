import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { expect, test } from 'vitest'
import { createPublicAddress } from '../../checkout/order/test-orders.ts'
import { createProcessRunner } from '../../checkout/payment/test-processes.ts'
import { createTestContext } from '../../testing/test-contexts.ts'

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
