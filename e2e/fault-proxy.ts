import { connect, createServer, type Socket } from 'node:net'

/** A proxy that can interrupt the connection like a network: nothing is reported, and pending data waits. */
export interface FaultProxy {
  url: string
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let whole = true
  const trackSocket = (socket: Socket) => {
    sockets.add(socket)
    if (!whole) socket.pause()
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      trackSocket(from)
      from.on('data', (bytes) => to.write(bytes))
      // An interrupted network does not report the end of a connection either.
      from.on('end', () => (whole ? to.end() : to.once('mended', () => to.end())))
    }
    if (whole) near.resume()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    cut() {
      whole = false
      for (const socket of sockets) socket.pause()
    },
    mend() {
      whole = true
      for (const socket of sockets) {
        socket.resume()
        socket.emit('mended')
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
