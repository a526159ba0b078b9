import type { Server } from 'node:http'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const DRAIN = Symbol('drain')
/** Clients of streams and sockets are sent away over this time, so that the other processes do not get all at once. */
const MOVE_MS = 2_000

declare module 'fastify' {
  interface FastifyInstance {
    [DRAIN]: { isDraining: boolean }
  }
}
/** Called once before any route. */
export const addDrain = (app: FastifyInstance): void => void app.decorate(DRAIN, { isDraining: false })

/** While it drains, `/readyz` answers 503 and every reply closes its connection. */
export const isDraining = (app: FastifyInstance): boolean => app[DRAIN].isDraining

/**
 * Serves on for these seconds while proxies notice that this process leaves, then closes the port; `app.close()` ends
 * the rest. By then a proxy has no idle connection left, on which a request could arrive as it closes.
 */
export async function drain(app: FastifyInstance, seconds: number): Promise<void> {
  if (seconds === 0) return
  app[DRAIN].isDraining = true
  await sleep(seconds * 1_000)
  await untilNoneWaits(app.server)
  app.server.close()
}

/** Returns after a turn of the event loop without a new connection: the system resets those that nobody accepted yet. */
async function untilNoneWaits(server: Server): Promise<void> {
  let accepted = true
  const note = () => {
    accepted = true
  }
  server.on('connection', note)
  while (accepted) {
    accepted = false
    await nextTurn()
  }
  server.off('connection', note)
}

/** Ends streams or sockets before the server closes: after a drain one by one, at random moments. */
export async function endOpen(app: FastifyInstance, ends: Iterable<() => void>): Promise<void> {
  const endOne = async (end: () => void) => {
    if (isDraining(app)) await sleep(Math.random() * MOVE_MS)
    end()
  }
  await Promise.all([...ends].map(endOne))
}
