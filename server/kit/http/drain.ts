import type { Server } from 'node:http'
import type { Socket } from 'node:net'
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
  await closePort(app.server)
}

/** For how long connections are taken in at most, before the port closes in any case. */
const MOST_MS = 2_000
/** A turn of the event loop so short that hardly a connection arrives in it. */
const SHORT_TURN_MS = 0.5

/**
 * Closes the port when no connection waits to be accepted: the system resets those that do, and a proxy must not repeat
 * what they ask. Node.js accepts one in each turn of its event loop, so the turns are kept short: what these
 * connections ask is served after the port is closed.
 */
async function closePort(server: Server): Promise<void> {
  const serve = server.listeners('connection')
  const accepted: Socket[] = []
  server.removeAllListeners('connection').on('connection', (socket) => accepted.push(socket))
  for (let now = performance.now(), end = now + MOST_MS; now < end; ) {
    const [since, before] = [now, accepted.length]
    await nextTurn()
    now = performance.now()
    if (accepted.length === before && now - since < SHORT_TURN_MS) break
  }
  server.close()
  for (const socket of accepted) for (const each of serve) each.call(server, socket)
}

/** Ends streams or sockets before the server closes: after a drain one by one, at random moments. */
export async function endOpen(app: FastifyInstance, ends: Iterable<() => void>): Promise<void> {
  const endOne = async (end: () => void) => {
    if (isDraining(app)) await sleep(Math.random() * MOVE_MS)
    end()
  }
  await Promise.all([...ends].map(endOne))
}
