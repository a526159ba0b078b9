import { randomInt } from 'node:crypto'
import { createServer, type ListenOptions, type Server } from 'node:net'

/** Below the ephemeral ports (Linux from 32768), which the system may assign to an outgoing connection meanwhile. */
const FIRST = 20_000
const LAST = 32_000
const TRIES = 100
/** A process that asks for several ports listens on them later, so none is returned twice. */
const reservedPorts = new Set<number>()

/** A free port of this machine, reserved for this process while it lives. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST, LAST)
    if (reservedPorts.has(port)) continue
    const lease = await leaseOf(port)
    if (!lease) continue
    if (await isFree(port)) {
      reservedPorts.add(port)
      return port
    }
    lease.close()
  }
  throw new Error(`no free port between ${FIRST} and ${LAST}`)
}

/**
 * Seconds pass between asking for a port and listening on it, while other test runs do the same. On Linux an abstract
 * socket, which only one process can bind, reserves the port; the system releases it when that process ends. Other
 * systems have no such sockets, so a collision remains possible there.
 */
const leaseOf = (port: number): Promise<Pick<Server, 'close'> | undefined> =>
  process.platform === 'linux'
    ? listening({ path: `\0cuida-port-${port}` })
    : Promise.resolve({ close: () => {} } as Server)

async function isFree(port: number): Promise<boolean> {
  const server = await listening({ port, host: '127.0.0.1' })
  if (!server) return false
  await new Promise((resolve) => server.close(resolve))
  return true
}

function listening(where: ListenOptions): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    // Does not keep the process alive.
    server.unref()
    server.on('error', () => resolve(undefined))
    server.listen({ ...where, exclusive: true }, () => resolve(server))
  })
}
