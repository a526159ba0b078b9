import { createServer, type Socket } from 'node:net'

/** The EICAR test file, which every scanner detects; in two parts so that this source is not detected. */
export const EICAR = `${String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR`}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

export interface RunningClamd {
  port: number
  close(): Promise<void>
}

/** Simulates ClamAV's daemon: `INSTREAM` and `PING` with null-terminated commands, and one signature. */
export function startClamd({ mostBytes = 25 * 1024 * 1024, port = 0 } = {}): Promise<RunningClamd> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    serve(socket, mostBytes)
  })
  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : 0,
        close: () =>
          new Promise((closed) => {
            for (const socket of open) socket.destroy()
            server.close(() => closed())
          }),
      })
    }),
  )
}

function serve(socket: Socket, mostBytes: number): void {
  let waiting: Buffer = Buffer.alloc(0)
  let content: Buffer = Buffer.alloc(0)
  let isStream = false
  socket.on('data', (data) => {
    waiting = Buffer.concat([waiting, data])
    if (!isStream) {
      const end = waiting.indexOf(0)
      if (end < 0) return
      const command = waiting.subarray(0, end).toString()
      if (command === 'zPING') return void socket.end('PONG\0')
      if (command !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0')
      isStream = true
      waiting = waiting.subarray(end + 1)
    }
    while (waiting.length >= 4) {
      const length = waiting.readUInt32BE()
      if (length === 0) return void socket.end(replyFor(content))
      if (waiting.length < 4 + length) return
      content = Buffer.concat([content, waiting.subarray(4, 4 + length)])
      waiting = waiting.subarray(4 + length)
      if (content.length > mostBytes) return void socket.end('INSTREAM size limit exceeded. ERROR\0')
    }
  })
}

const replyFor = (content: Buffer): string =>
  content.includes(EICAR) ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0'
