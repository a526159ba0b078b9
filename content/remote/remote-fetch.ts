import { lookup as look } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ContentDown } from '../problems.ts'
import type { Fetch } from './ask.ts'

interface Ways {
  lookup: typeof look
  mayReach: (address: string) => boolean
}

/**
 * Asks a host that an editor's words lead to, which may be any: only at an address that everybody could reach. The address
 * that was looked at is the one that is called, so that a name cannot be one thing when it is judged and another when it is asked.
 */
export function remoteFetch({ lookup = look, mayReach = isPublicAddress }: Partial<Ways> = {}): Fetch {
  return (url, { method, headers, signal }) =>
    new Promise((resolve, reject) => {
      const { protocol, hostname } = new URL(url)
      const host = hostname.replace(/^\[|\]$/g, '')
      // What is an address already is never looked up.
      if (isIP(host) && !mayReach(host)) return reject(leadsInside(host))
      const open = protocol === 'https:' ? overHttps : overHttp
      // A connection of its own: one that is kept may have been made without a look.
      const request = open(url, { method, headers, signal, agent: false, lookup: guarded({ lookup, mayReach }) })
      request.on('error', (error) => reject(signal.aborted ? signal.reason : error))
      request.on('response', (response) => {
        const given = Object.entries(response.headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)] as [string, string]],
        )
        const body = Readable.toWeb(unpacked(response, response.headers['content-encoding']))
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(given),
          body: body as ReadableStream<Uint8Array<ArrayBuffer>>,
        })
      })
      request.end()
    })
}

const leadsInside = (host: string) => new ContentDown(`content service: ${host} is no address of the whole world's`)

/** One address inside is enough to refuse a name: who may choose its answers would have it tried until that is the first. */
const guarded =
  ({ lookup, mayReach }: Ways): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || !first) return done(error ?? leadsInside(host), '')
      if (!found.every(({ address }) => mayReach(address))) return done(leadsInside(host), '')
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })

/** We ask for it as it is; what lies there packed comes packed all the same. */
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

/** What is no address of the whole world's: this machine, its house, its cloud's own settings, and what is given to nobody. */
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

/** Of version 6 only these are given out; the ones below carry an address of version 4, or are for examples. */
const GLOBAL_UNICAST = new BlockList()
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6')
const SPECIAL_PURPOSE = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const
for (const [net, prefix] of SPECIAL_PURPOSE) INSIDE.addSubnet(net, prefix, 'ipv6')

/** Whether an address is one that everybody could reach, and nobody inside a house. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !INSIDE.check(address, 'ipv4')
  return isIPv6(address) && GLOBAL_UNICAST.check(address, 'ipv6') && !INSIDE.check(address, 'ipv6')
}
