import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems lend to outgoing connections (Linux from 32768): one of those may be lent meanwhile. */
const [FIRST, LAST] = [20_000, 32_000]
const TRIES = 100
/** Who asks for several ports listens on them later: none is given twice by one process. */
const given = new Set<number>()

/** A port of this machine that nobody listens on right now, and that this process has not been given before. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST, LAST)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
  throw new Error(`no free port between ${FIRST} and ${LAST}`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
