import { lookup as look } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ContentUnavailableError } from '../problems.ts'
import type { Fetch } from './remote-request.ts'

interface Ways {
  lookup: typeof look
  mayReach: (address: string) => boolean
}

/**
 * A fetch for URLs that somebody typed, in editors' texts or as the address of a webhook, which may name any host: only public addresses are connected (SSRF protection).
 * The connection uses the address that was checked, so that DNS rebinding cannot change it in between.
 */
export function remoteFetch({ lookup = look, mayReach = isPublicAddress }: Partial<Ways> = {}): Fetch {
  return (url, { method, headers, signal, body: sent }) =>
    new Promise((resolve, reject) => {
      const { protocol, hostname } = new URL(url)
      const host = hostname.replace(/^\[|\]$/g, '')
      // An IP address as host is not looked up, so it is checked here.
      if (isIP(host) && !mayReach(host)) return reject(leadsInside(host))
      const open = protocol === 'https:' ? overHttps : overHttp
      // A new connection each time: a pooled one could bypass the check.
      const request = open(url, { method, headers, signal, agent: false, lookup: guarded({ lookup, mayReach }) })
      request.on('error', (error) => reject(signal.aborted ? signal.reason : error))
      request.on('response', (response) => {
        const headerPairs = Object.entries(response.headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)] as [string, string]],
        )
        const body = Readable.toWeb(unpacked(response, response.headers['content-encoding']))
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(headerPairs),
          body: body as ReadableStream<Uint8Array<ArrayBuffer>>,
        })
      })
      request.end(sent)
    })
}

/** The host is refused, as opposed to unreachable. */
class NotPublicAddressError extends ContentUnavailableError {
  readonly code = 'NOT_PUBLIC'
}

const leadsInside = (host: string) => new NotPublicAddressError(`content service: ${host} is not a public address`)

/** One private address is enough to refuse a host: an attacker who controls its DNS could order the answers. */
const guarded =
  ({ lookup, mayReach }: Ways): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? leadsInside(host), '')
      if (!found.every(({ address }) => mayReach(address))) return done(leadsInside(host), '')
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })

/** Requested uncompressed, but a server may send compressed bytes anyway. */
const UNPACK: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}

function unpacked(body: Readable, encoding = ''): Readable {
  const unpack = UNPACK[encoding.toLowerCase()]?.()
  if (!unpack) return body
  body.on('error', (error) => unpack.destroy(error))
  unpack.on('close', () => body.destroy())
  return body.pipe(unpack)
}

/** Address ranges that are not public: loopback, private networks, cloud metadata and reserved ranges. */
const INSIDE = new BlockList()
const RANGES = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
for (const [net, prefix] of RANGES) INSIDE.addSubnet(net, prefix, 'ipv4')

/** The public range of IPv6; the subranges below it embed IPv4 addresses or are for documentation. */
const GLOBAL_UNICAST = new BlockList()
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6')
const SPECIAL_PURPOSE = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const
for (const [net, prefix] of SPECIAL_PURPOSE) INSIDE.addSubnet(net, prefix, 'ipv6')

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** Whether an address is of this machine. */
export const isLoopbackAddress = (address: string): boolean =>
  LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether an address is public. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !INSIDE.check(address, 'ipv4')
  return isIPv6(address) && GLOBAL_UNICAST.check(address, 'ipv6') && !INSIDE.check(address, 'ipv6')
}
