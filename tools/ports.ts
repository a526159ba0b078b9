import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems lend to outgoing connections (Linux from 32768): one of those may be lent meanwhile. */
const [FIRST, LAST] = [20_000, 32_000]
const TRIES = 100

/** A port of this machine that nobody listens on right now. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) return port
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
