import { lookup as look } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { ContentDown } from '../problems.ts'
import type { Fetch } from './ask.ts'
import { isPublicAddress } from './public-address.ts'

interface Ways {
  lookup: typeof look
  mayReach: (address: string) => boolean
}

/**
 * Asks a host that an editor's words lead to, which may be any: only at an address that everybody could reach. The address
 * that was looked at is the one that is called, so that a name cannot be one thing when it is judged and another when it is asked.
 */
export function farFetch({ lookup = look, mayReach = isPublicAddress }: Partial<Ways> = {}): Fetch {
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
