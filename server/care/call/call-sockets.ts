import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { CALL_CLOSE } from '@cuida/core/care/call/call-signal.ts'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Env } from '../../env.ts'
import { endOpen } from '../../kit/http/drain.ts'
import { clientAddressOfRaw } from '../../kit/limit/client-address.ts'
import { siteResolver } from '../../pages/hosts.ts'
import type { Services } from '../../services.ts'
import { type CallConnections, createCallConnections } from './call-connections.ts'
import { CallSocket, closeSocket } from './call-socket.ts'
import { touchParticipants } from './call-store.ts'
import { createUnauthenticatedConnections } from './unauthenticated-connections.ts'

const PATH = '/v1/calls'
const MAX_BYTES = 64 * 1024
const HEARTBEAT_MS = 10_000

/**
 * The WebSocket of calls (contract: core/care/call/call-signal.ts). The ticket comes in the first message and not in
 * the URL, because URLs end up in logs. One instance per app.
 */
export function callSockets(app: FastifyInstance, services: Services): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BYTES, perMessageDeflate: false })
  const rooms = createCallConnections(services)
  const unauthenticated = createUnauthenticatedConnections()
  const open = new Set<Promise<void>>()
  services.telemetry.observe('sockets', () => [{ value: sockets.clients.size, labels: {} }])
  let stopping = false
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const problem = upgradeProblem(request, services.env)
    if (problem) return turnAway(socket, problem)
    const source = clientAddressOfRaw(app, request)
    if (stopping || !unauthenticated.makeRoom(source)) return turnAway(socket, 503)
    sockets.handleUpgrade(request, socket, head, (ws) => {
      sockets.emit('connection', ws, request)
      const pendingSocket = unauthenticated.enter(source, () => ws.terminate())
      const { done } = new CallSocket(ws, services, rooms, pendingSocket)
      open.add(done)
      void done.then(() => open.delete(done))
    })
  })
  const stopPulse = keepPulse(sockets, () => void checkSockets(services, rooms))
  // Runs before the server stops: an open socket would block the shutdown, and the pages must reconnect to another
  // process.
  app.addHook('preClose', async () => {
    stopping = true
    await endOpen(
      app,
      [...sockets.clients].map((ws) => () => closeSocket(ws, CALL_CLOSE.restart)),
    )
    stopPulse()
    await Promise.all(open)
    rooms.close()
  })
}

/** Pings every socket and terminates those that did not answer the previous ping. */
function keepPulse(sockets: WebSocketServer, checkSockets: () => void): () => void {
  const alive = new WeakSet<WebSocket>()
  sockets.on('connection', (ws: WebSocket) => {
    alive.add(ws)
    ws.on('pong', () => alive.add(ws))
  })
  const timer = setInterval(() => {
    for (const ws of sockets.clients) alive.delete(ws) ? ws.ping() : ws.terminate()
    checkSockets()
  }, HEARTBEAT_MS)
  return () => clearInterval(timer)
}

/** Keeps the participants of this process alive. Without a database listener it also polls for missed signals. */
async function checkSockets({ db, changes, config, log }: Services, rooms: CallConnections): Promise<void> {
  if (!changes.live) rooms.refresh()
  await touchParticipants(db, rooms.participants(), config.patientSessionLengthInMins).catch((error: unknown) =>
    log.warn('the heartbeat of the call participants failed', { error }),
  )
}

/**
 * The status of a refused upgrade. A browser sends its origin, which must be ours or our app's; other clients send
 * none.
 */
function upgradeProblem({ url = '', headers }: IncomingMessage, env: Env): 403 | 404 | undefined {
  const { origin, host } = headers
  const place = siteResolver(env)(host)
  if (url.split('?')[0] !== PATH || (place !== 'app' && place !== 'desk')) return 404
  if (origin === undefined || env.APP_ORIGINS.includes(origin)) return undefined
  const from = URL.canParse(origin) ? new URL(origin).host : ''
  return [env.PUBLIC_URL, env.DESK_URL].some((ownUrl) => from === new URL(ownUrl).host) || from === host
    ? undefined
    : 403
}

function turnAway(socket: Duplex, status: number): void {
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
