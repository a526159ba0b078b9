import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { clientAddressOf, fullAddressOf, networkOf, parseAddress, trustProxies } from './client-address.ts'
import { readTrust } from './trusted-proxies.ts'

const PROXY = '10.0.0.9'

/** Returns the client address in an app that trusts these proxies. */
function requesterOf(trusted: string) {
  const trust = readTrust(trusted)
  if (trust === undefined) throw new Error(`${trusted} is no setting`)
  const app = Fastify()
  trustProxies(app, trust)
  app.get('/', (request) => ({
    source: clientAddressOf(request),
    network: networkOf(request),
    address: fullAddressOf(request),
    // Fastify's own values, which no header may change.
    fastify: [request.host, request.protocol],
  }))
  return async (remoteAddress: string, forwarded?: string | string[], more: Record<string, string> = {}) => {
    const headers = { ...more, ...(forwarded === undefined ? {} : { 'x-forwarded-for': String(forwarded) }) }
    return (await app.inject({ url: '/', remoteAddress, headers })).json()
  }
}

const octet = fc.integer({ min: 0, max: 255 })
const v4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'))

describe('normalising an address', () => {
  test.each([
    ['192.0.2.7:51234', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
    ['64:ff9b::192.0.2.7', '192.0.2.7'],
    ['2001:0DB8:0:0::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['::', '::'],
  ])('%s becomes %s', (input, plain) => expect(parseAddress(input)).toBe(plain))

  test.each([
    '',
    'unknown',
    '_hidden',
    '192.0.2',
    '192.0.2.7:',
    '192.0.2.7.8:80',
    '[]',
    '[192.0.2.7',
    ':::',
    '1:2',
    '%',
  ])('"%s" is no address', (input) => expect(parseAddress(input)).toBeUndefined())

  test('port, brackets and the mapping to the other family do not matter', () => {
    fc.assert(
      fc.property(v4, fc.integer({ min: 1, max: 65_535 }), (address, port) => {
        for (const input of [address, `${address}:${port}`, `::ffff:${address}`, `[::ffff:${address}]:${port}`])
          expect(parseAddress(input)).toBe(address)
      }),
    )
  })

  test('any shortened form of eight groups is the same address', () => {
    const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const long = groups.map((bits) => bits.toString(16).padStart(4, '0')).join(':')
        const plain = parseAddress(long) ?? ''
        expect(parseAddress(plain)).toBe(plain)
        expect(parseAddress(long.toUpperCase())).toBe(plain)
      }),
    )
  })
})

describe('the client address of a rate limit', () => {
  const identify = requesterOf('none')
  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
    ['2001:db8:1:2::6', '2001:db8:1:2', '2001:db8:1'],
    ['2001:db8::6', '2001:db8:0:0', '2001:db8:0'],
    ['::1', '0:0:0:0', '0:0:0'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2'],
    ['fe80::1:2%eth0', 'fe80:0:0:0', 'fe80:0:0'],
  ])('%s becomes %s of %s', async (address, source, network) =>
    expect(await identify(address)).toMatchObject({ source, network }),
  )

  test('all closed connections share one address', async () =>
    expect((await identify('nowhere')).source).toBe('0.0.0.0'))
})

describe('a named proxy', () => {
  const identify = requesterOf(`${PROXY}, 192.168.0.0/16`)

  test('two hundred people have two hundred addresses, each in full', async () => {
    const people = Array.from({ length: 200 }, (_, at) => `203.0.113.${at}`)
    const answers = await Promise.all(people.map((person) => identify(PROXY, person)))
    expect(answers.map(({ source }) => source)).toEqual(people)
    expect((await identify(PROXY, '2001:db8:1:2::9')).address).toBe('2001:db8:1:2::9')
  })

  test('addresses that the client wrote before it change nothing', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(fc.stringMatching(/^[ -~]{0,60}$/), fc.array(v4).map(String)), async (forged) => {
        expect((await identify(PROXY, `${forged}, 203.0.113.5`)).source).toBe('203.0.113.5')
      }),
    ))

  test('a chain of proxies is followed to the first untrusted address', async () => {
    expect((await identify(PROXY, '198.51.100.1, 203.0.113.5, 192.168.4.4')).source).toBe('203.0.113.5')
    expect((await identify(PROXY, '198.51.100.1, 203.0.113.5:4711, 192.168.4.4:80')).source).toBe('203.0.113.5')
    expect((await identify(`::ffff:${PROXY}`, '203.0.113.5')).source).toBe('203.0.113.5')
  })

  test('a placeholder address counts as the proxy that wrote it', async () => {
    for (const nobody of [undefined, '', ' , ', 'unknown', '203.0.113.5, unknown'])
      expect((await identify(PROXY, nobody)).source).toBe(PROXY)
  })

  test('an untrusted sender of the header is not believed', async () => {
    expect((await identify('198.51.100.1', '203.0.113.5')).source).toBe('198.51.100.1')
    expect((await identify('10.0.0.8', '203.0.113.5')).source).toBe('10.0.0.8')
  })

  test('other headers are ignored, even from the proxy', async () => {
    const forged = {
      'x-real-ip': '1.1.1.1',
      forwarded: 'for=1.1.1.1',
      'x-client-ip': '1.1.1.1',
      'cf-connecting-ip': '1.1.1.1',
    }
    const result = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const answer = await identify(PROXY, '203.0.113.5', { ...forged, ...result })
    expect(answer.source).toBe('203.0.113.5')
    expect(answer.fastify).toEqual(['localhost:80', 'http'])
  })
})

test('a number of hops trusts the last proxies, whatever their address', async () => {
  expect((await requesterOf('1')(PROXY, '1.1.1.1, 203.0.113.5')).source).toBe('203.0.113.5')
  expect((await requesterOf('2')(PROXY, '1.1.1.1, 203.0.113.5, 198.51.100.1')).source).toBe('203.0.113.5')
  expect((await requesterOf('2')(PROXY, '203.0.113.5')).source).toBe('203.0.113.5')
})

test('without a proxy no header changes the address', () =>
  fc.assert(
    fc.asyncProperty(v4, v4, async (peer, forged) => {
      expect((await requesterOf('none')(peer, forged)).source).toBe(peer)
    }),
    { numRuns: 20 },
  ))

// X-Forwarded-Proto may be believed from anybody: https only disables simulators (proxies.ts).
test('one module reads the address of a request', () => {
  const pattern =
    /\bremoteAddress\b|\brequest\.ips?\b|\breq\.ips?\b|\{[^}]*\bips?\b[^}]*\}: FastifyRequest|x-forwarded-(?!proto)|x-real-ip/i
  const serverUrl = new URL('../../', import.meta.url)
  const files = readdirSync(serverUrl, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  const own = files.filter(
    (path) =>
      !/node_modules|\.test\.ts$|(^|\/)test-/.test(path) && !['env.ts', 'kit/limit/client-address.ts'].includes(path),
  )
  const code = (path: string) =>
    readFileSync(new URL(path, serverUrl), 'utf8').replaceAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  expect(own.filter((path) => pattern.test(code(path)))).toEqual([])
  expect(own.length).toBeGreaterThan(300)
})
