import { once } from 'node:events'
import { connect as connectSocket, isIP, Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { Wire } from './wire.ts'

interface Places {
  host: string[]
  port: number[]
  /** Of a Unix socket. */
  path?: string | false
}
type Place = { host: string; port: number; path: string | false | undefined }

/** What makes the connections of a driver to the database of this address wires: some of its options, and `watch`. */
export function wiring(url: string, patienceMs: number) {
  const open = opener(new URL(url).searchParams, patienceMs)
  const wires = new Map<number, Wire>()
  let welcomed: Wire | undefined
  let next = 0
  const welcome = (wire: Wire, tell: () => void) => {
    welcomed = wire
    tell()
    welcomed = undefined
  }
  const options = {
    // Encrypted below the wire, which must read what goes over it.
    ssl: false as const,
    async socket({ host, port, path }: Places): Promise<Wire> {
      const at = next++ % host.length
      const place = { host: host[at] ?? 'localhost', port: Number(port[at] ?? port[0]), path }
      return new Wire(await open(place).catch(stillborn), place, welcome)
    },
  }
  /** For each statement as it is given to a connection, by the connection's number; its first within the welcome. */
  const given = (connection: number): void => {
    if (welcomed) wires.set(connection, welcomed)
    const wire = wires.get(connection)
    if (wire) wire.given = true
  }
  return { options, watch: (parsed: object) => watch(parsed, given) }
}

/**
 * The driver tells `debug` of each statement; but where that is set it also notes the stack of each, which costs more than
 * all the rest of it. So it is there only while a statement is built, which begins with a look at `prepare`.
 */
function watch(parsed: object, given: (connection: number) => void): void {
  let isBuilding = false
  const debug = (connection: number) => {
    isBuilding = false
    given(connection)
  }
  Object.defineProperties(parsed, {
    prepare: {
      enumerable: true,
      get: () => {
        isBuilding = true
        return true
      },
    },
    // A test listens, too.
    debug: { enumerable: true, configurable: true, get: () => isBuilding && debug },
  })
}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** By `sslmode` (or `ssl`) of the address, as libpq and the driver read it: only `verify-…` asks who the server is. */
function opener(query: URLSearchParams, patienceMs: number): (place: Place) => Promise<Socket> {
  const wanted = query.get('sslmode') ?? query.get('ssl') ?? 'disable'
  const mode = query.get('sslrootcert') === 'system' ? 'verify-full' : wanted
  if (['disable', 'false'].includes(mode)) return async (place) => dialled(place)
  const options: ConnectionOptions = { rejectUnauthorized: !['allow', 'prefer', 'require', 'true'].includes(mode) }
  const isDirect = query.get('sslnegotiation') === 'direct'
  return async (place) => {
    const line = dialled(place)
    // Whatever ends it also ends what is made of it; until then the question below hears of it.
    line.on('error', () => {})
    const secured = { ...options, socket: line, ...(isIP(place.host) ? {} : { servername: place.host }) }
    if (isDirect) return connectTls({ ...secured, ALPNProtocols: ['postgresql'] })
    line.write(SSL_REQUEST)
    const [answer] = await once(line, 'data', { signal: AbortSignal.timeout(patienceMs) }).catch((error: unknown) => {
      line.destroy()
      throw error
    })
    if (answer[0] === 'S'.charCodeAt(0)) return connectTls(secured)
    if (['allow', 'prefer'].includes(mode)) return line
    line.destroy()
    throw new Error('the database does not speak TLS')
  }
}

const dialled = ({ host, port, path }: Place): Socket => (path ? connectSocket(path) : connectSocket({ host, port }))

/** What could not be opened, as something that ends at once: a promise that fails, the driver would wait for for ever. */
function stillborn(error: Error): Socket {
  const socket = new Socket()
  setImmediate(() => socket.destroy('code' in error ? error : Object.assign(error, { code: 'CONNECT_TIMEOUT' })))
  return socket
}
