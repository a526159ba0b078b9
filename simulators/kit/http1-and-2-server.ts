import { createServer as createHttp, type Server } from 'node:http'
import { createServer as createHttp2, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'

/** The HTTP/2 client preface (RFC 9113 §3.4). */
const PREFACE = 'PRI * HTTP/2.0'

type Handler = Parameters<typeof createHttp>[1]

/**
 * One port for HTTP/1.1 and for HTTP/2 without TLS "with prior knowledge", which a client of Apple's uses. The first
 * bytes tell which.
 */
export function createHttp1And2Server(handler: Handler): Server {
  const server = createHttp(handler)
  const [takeHttp] = server.listeners('connection') as ((socket: Socket) => void)[]
  const http2 = createHttp2(handler as unknown as (request: Http2ServerRequest, response: Http2ServerResponse) => void)
  const sessions = new Set<{ destroy(): void }>()
  http2.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    // Ignores a client that hangs up before the first byte.
    socket.once('error', () => socket.destroy())
    socket.once('data', (first: Buffer) => {
      socket.pause()
      socket.unshift(first)
      // The HTTP/2 server reads the paused socket, including these bytes, by itself.
      if (first.toString('latin1').startsWith(PREFACE)) return http2.emit('connection', socket)
      takeHttp?.call(server, socket)
      socket.resume()
    })
  })
  const closeAll = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    for (const session of sessions) session.destroy()
    closeAll()
  }
  return server
}
