import { isIPv4, isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Trust } from './trusted-proxies.ts'

type Raw = FastifyRequest['raw']

// Fastify's own `trustProxy` stays off: with it X-Forwarded-Host and -Proto would be believed too.
const TRUST = Symbol('trust')
declare module 'fastify' {
  interface FastifyInstance {
    [TRUST]: { trusts: Trust }
  }
}
/** Once, before any route: whom of those before us this app believes. */
export const trustProxies = (app: FastifyInstance, trusts: Trust): void => void app.decorate(TRUST, { trusts })

/** Who asks, as far as the network says: an IPv6 customer has a whole /64. */
export const clientAddressOf = ({ raw, server }: FastifyRequest): string => clientAddressOfRaw(server, raw)

/** The same of what no route answers: the upgrade to a socket. */
export function clientAddressOfRaw(app: FastifyInstance, raw: Raw): string {
  const address = addressFrom(app, raw)
  return isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : address
}

/** The neighbourhood of a source: /24, or /48. */
export function networkOf(request: FastifyRequest): string {
  const address = fullAddressOf(request)
  return isIPv6(address) ? groupsOf(address).slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.')
}

/** The whole address, for those who must be told of it (a payment provider); rate limits go by `sourceOf`. */
export const fullAddressOf = ({ raw, server }: FastifyRequest): string => addressFrom(server, raw)

/** Of a line that is gone already: its address went with it. */
const UNKNOWN_ADDRESS = '0.0.0.0'

/**
 * The farthest address that somebody whom we trust vouches for. What is written in place of one (`unknown`) names
 * nobody: then who wrote it is the source, and so are all of whom it says that.
 */
function addressFrom(app: FastifyInstance, raw: Raw): string {
  const { trusts } = app[TRUST]
  const chain: (string | undefined)[] = trusts
    ? proxyAddr.all(raw, (written, hop) => trusts(parseAddress(written), hop))
    : [raw.socket.remoteAddress]
  return chain.map(parseAddress).findLast((address) => address !== undefined) ?? UNKNOWN_ADDRESS
}

/**
 * An address as it is written once: proxies add a port, brackets, a zone; a socket of both families clothes IPv4 in IPv6,
 * and a network without IPv4 does so in a prefix of its own (RFC 6052). undefined: it is none.
 */
export function parseAddress(written: string | undefined): string | undefined {
  const [_whole, v4, bracketed, bare] = FORMS.exec(written ?? '') ?? []
  const address = (v4 ?? bracketed ?? bare ?? '').replace(/%.*$/, '')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const groups = groupsOf(plain)
  return /^(0:0:0:0:0:ffff|64:ff9b:0:0:0:0)$/.test(groups.slice(0, 6).join(':')) ? dotted(groups.slice(6)) : plain
}
const FORMS = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?|([^[\]]+))$/

/** The eight of a plain IPv6 address. */
function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split('::').map((side) => side.split(':').filter(Boolean))
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

const dotted = (groups: string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join('.')
