import { connect, createServer, type Socket } from 'node:net'
import { listProductSlots } from '@cuida/core/booking/cart/api.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'
import { expect, test } from 'vitest'
import { createSecondProcess, productFor } from '../../booking/test-people.ts'
import { closeAfterTests, createTestContext } from '../../testing/test-contexts.ts'

const context = await createTestContext()
const link = closeAfterTests(await startLink(context.env.DATABASE_URL ?? ''))
const behind = closeAfterTests(
  await createSecondProcess({ ...context, env: { ...context.env, DATABASE_URL: link.url } }),
)

/** A network that can fall silent: nothing arrives, and no connection ends. */
async function startLink(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.on('data', (bytes) => to.write(bytes))
      if (isSilent) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(target)
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    url: url.toString(),
    setSilent(value: boolean) {
      isSilent = value
      for (const socket of sockets) value ? socket.pause() : socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('while the database is silent, 200 reads are all refused, and answered again without a restart', async () => {
  const { slug } = await productFor(context, 'scheduled')
  const day = dayAfter(new Date().toISOString().slice(0, 10))
  const read = async () => (await behind.sendCall(listProductSlots, { slug, from: day, to: day })).status
  expect(await read()).toBe(200)
  link.setSilent(true)
  const statuses = await Promise.all(Array.from({ length: 200 }, read))
  link.setSilent(false)
  expect(new Set(statuses)).toEqual(new Set([503]))
  await expect.poll(read, { timeout: 20_000 }).toBe(200)
})
