import { isIPv4, isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Trust } from './trusted-proxies.ts'

type Raw = FastifyRequest['raw']

// Fastify's `trustProxy` stays off: it would also believe X-Forwarded-Host and X-Forwarded-Proto.
const TRUST = Symbol('trust')
declare module 'fastify' {
  interface FastifyInstance {
    [TRUST]: { trusts: Trust }
  }
}
/** Called once before any route: sets which proxies this app trusts. */
export const trustProxies = (app: FastifyInstance, trusts: Trust): void => void app.decorate(TRUST, { trusts })

/** The client address that rate limits count; IPv6 is cut to /64, which one customer has. */
export const clientAddressOf = ({ raw, server }: FastifyRequest): string => clientAddressOfRaw(server, raw)

/** The client address of a request without a route, such as a WebSocket upgrade. */
export function clientAddressOfRaw(app: FastifyInstance, raw: Raw): string {
  const address = addressFrom(app, raw)
  return isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : address
}

/** The client's network: /24 of IPv4, /48 of IPv6. */
export function networkOf(request: FastifyRequest): string {
  const address = fullAddressOf(request)
  return isIPv6(address) ? groupsOf(address).slice(0, 3).join(':') : address.split('.').slice(0, 3).join('.')
}

/** The full address, for services that require it (a payment provider); rate limits use `clientAddressOf`. */
export const fullAddressOf = ({ raw, server }: FastifyRequest): string => addressFrom(server, raw)

/** For a connection that has closed already and has no address any more. */
const UNKNOWN_ADDRESS = '0.0.0.0'

/**
 * The farthest address in X-Forwarded-For that a trusted proxy reported. A placeholder (`unknown`) is no address:
 * then the proxy that wrote it counts as the client for all such requests.
 */
function addressFrom(app: FastifyInstance, raw: Raw): string {
  const { trusts } = app[TRUST]
  const chain: (string | undefined)[] = trusts
    ? proxyAddr.all(raw, (address, hop) => trusts(parseAddress(address), hop))
    : [raw.socket.remoteAddress]
  return chain.map(parseAddress).findLast((address) => address !== undefined) ?? UNKNOWN_ADDRESS
}

/**
 * Normalises an address: proxies add a port, brackets or a zone; a dual-stack socket maps IPv4 into IPv6, and an
 * IPv6-only network uses a translation prefix (RFC 6052). Undefined when it is no address.
 */
export function parseAddress(text: string | undefined): string | undefined {
  const [_whole, v4, bracketed, bare] = FORMS.exec(text ?? '') ?? []
  const address = (v4 ?? bracketed ?? bare ?? '').replace(/%.*$/, '')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const groups = groupsOf(plain)
  return /^(0:0:0:0:0:ffff|64:ff9b:0:0:0:0)$/.test(groups.slice(0, 6).join(':')) ? dotted(groups.slice(6)) : plain
}
const FORMS = /^(?:([\d.]+):\d{1,5}|\[([^\]]+)\](?::\d{1,5})?|([^[\]]+))$/

function groupsOf(address: string): string[] {
  const [head = [], tail = []] = address.split('::').map((side) => side.split(':').filter(Boolean))
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

const dotted = (groups: string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join('.')
