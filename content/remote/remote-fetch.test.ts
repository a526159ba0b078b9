import type { lookup as look } from 'node:dns'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress, remoteFetch } from './remote-fetch.ts'
import { requestRemote } from './remote-request.ts'
import { startUpstream, type Upstream } from './test-upstream.ts'

let upstream: Upstream
let port: string
beforeAll(async () => {
  upstream = await startUpstream()
  port = new URL(upstream.url).port
})
afterAll(() => upstream.close())

/** A DNS lookup that returns these answers in turn. */
function naming(...answers: string[][]) {
  const hosts: string[] = []
  const lookup = ((host: string, _: unknown, done: (error: null, found: object[]) => void) => {
    hosts.push(host)
    const addresses = answers.length > 1 ? answers.shift() : answers[0]
    done(
      null,
      (addresses ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof look
  return { lookup, asked: hosts }
}

const get = (url: string, by = remoteFetch()) =>
  requestRemote(url, { method: 'GET', headers: {}, timeoutMs: 2_000, by })
const mayReach = () => true

test.each(['8.8.8.8', '52.218.0.1', '100.128.0.1', '172.32.0.1', '2a02:2f0::1', '2606:4700::1111'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
test.each([
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'],
  ...['169.254.169.254', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.2.7'],
  ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1'],
  ...['2002:7f00:1::', '2001:db8::1', '2001::1', 'localhost', ''],
])('"%s" is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([...['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]']])(
  '%s is not requested in any spelling',
  async (host) => {
    upstream.says('secret', { 'content-type': 'image/png' })
    await expect(get(`http://${host}:${port}/a.png`)).rejects.toThrow('is not a public address')
    expect(upstream.heard).toEqual([])
  },
)

test('a host that resolves to a private address, alone or among others, is not requested', async () => {
  upstream.says('secret', { 'content-type': 'image/png' })
  for (const addresses of [['10.0.0.7'], ['8.8.8.8', '127.0.0.1'], ['::1'], ['169.254.169.254']]) {
    const { lookup } = naming(addresses)
    await expect(get(`http://files.example:${port}/a.png`, remoteFetch({ lookup }))).rejects.toThrow('files.example')
  }
  expect(upstream.heard).toEqual([])
})

test('a host is resolved once, and the checked address is the one that is connected', async () => {
  upstream.says('picture', { 'content-type': 'image/png' })
  const judged: string[] = []
  const { lookup, asked } = naming(['127.0.0.1'], ['10.0.0.7'])
  const by = remoteFetch({ lookup, mayReach: (address) => judged.push(address) > 0 })
  const response = await get(`http://files.example:${port}/a.png`, by)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await response.whole(100)).toString()).toBe('picture')
  expect([asked, judged]).toEqual([['files.example'], ['127.0.0.1']])
  expect(upstream.heard[0]?.headers.host).toBe(`files.example:${port}`)
})

test('redirects are not followed', async () => {
  const { lookup } = naming(['127.0.0.1'])
  upstream.says('', { location: 'http://169.254.169.254/latest' }, 302)
  const response = await get(`http://files.example:${port}/a.png`, remoteFetch({ lookup, mayReach }))
  expect(response.status).toBe(302)
  expect(upstream.heard).toHaveLength(1)
  response.leave()
})

test('a compressed body is decompressed up to the limit', async () => {
  const { lookup } = naming(['127.0.0.1'])
  const by = remoteFetch({ lookup, mayReach })
  upstream.says(gzipSync('<svg/>'), { 'content-type': 'image/svg+xml', 'content-encoding': 'gzip' })
  expect((await (await get(`http://files.example:${port}/a.svg`, by)).whole(100)).toString()).toBe('<svg/>')
  upstream.says(gzipSync(Buffer.alloc(5_000_000)), { 'content-encoding': 'gzip' })
  await expect((await get(`http://files.example:${port}/b.svg`, by)).whole(1_000)).rejects.toThrow('more than')
})

test('a truncated or silent response counts as down', async () => {
  const { lookup } = naming(['127.0.0.1'])
  const by = remoteFetch({ lookup, mayReach })
  upstream.does((_, response) =>
    response.writeHead(200, { 'content-length': '100' }).write('a', () => response.destroy()),
  )
  await expect((await get(`http://files.example:${port}/a.png`, by)).whole(1_000)).rejects.toThrow('the request failed')
  upstream.does(() => {})
  const never = requestRemote(`http://files.example:${port}/a.png`, { method: 'GET', headers: {}, timeoutMs: 100, by })
  await expect(never).rejects.toThrow('timed out')
})
