import { randomInt } from 'node:crypto'
import { createServer, type ListenOptions, type Server } from 'node:net'

/** Below the ports that systems lend to outgoing connections (Linux from 32768): one of those may be lent meanwhile. */
const FIRST = 20_000
const LAST = 32_000
const TRIES = 100
/** Who asks for several ports listens on them later: none is given twice by one process. */
const given = new Set<number>()

/** A port of this machine that nobody listens on right now, and that is given to nobody else as long as this process lives. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST, LAST)
    if (given.has(port)) continue
    const lease = await leaseOf(port)
    if (!lease) continue
    if (await isFree(port)) {
      given.add(port)
      return port
    }
    lease.close()
  }
  throw new Error(`no free port between ${FIRST} and ${LAST}`)
}

/**
 * Between asking for a port and listening on it there are seconds, and test runs beside each other. On Linux a name that only
 * one process can hold says whose it is; the system takes it back when that process ends, however it does. Elsewhere there
 * are no such names, and what is left is chance.
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
    // It keeps no process from its end.
    server.unref()
    server.on('error', () => resolve(undefined))
    server.listen({ ...where, exclusive: true }, () => resolve(server))
  })
}
