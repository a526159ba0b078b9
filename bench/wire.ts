import { connect, type Socket } from 'node:net'

export interface WireAnswer {
  status: number
  etag: string | undefined
}

/** One kept connection, one request at a time. Node's own client costs more than the server that is measured. */
interface Line {
  socket: Socket
  /** What came of an answer whose head is not whole yet. */
  begun: Buffer
  answer?: WireAnswer
  /** Bytes of its body that are still to come. */
  left: number
  settle?: { resolve(answer: WireAnswer): void; reject(error: Error): void }
}

const NOTHING = Buffer.alloc(0)

/** A few connections that many people share, as behind a proxy; who finds none free waits. */
export async function openWire(url: string, connections: number) {
  const { hostname, port } = new URL(url)
  const free: Line[] = []
  const waiting: ((line: Line) => void)[] = []
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(hostname, Number(port))))
  free.push(...lines)
  const give = (line: Line) => {
    const next = waiting.shift()
    if (next) next(line)
    else free.push(line)
  }
  const take = (): Promise<Line> | Line => free.pop() ?? new Promise((resolve) => waiting.push(resolve))
  return {
    async ask(method: string, path: string, headers: Record<string, string>): Promise<WireAnswer> {
      const line = await take()
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const answer = new Promise<WireAnswer>((resolve, reject) => {
        line.settle = { resolve, reject }
      })
      line.socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${head.join('')}\r\n`)
      return answer.finally(() => give(line))
    },
    close: () => {
      for (const { socket } of lines) socket.destroy()
    },
  }
}

async function openLine(host: string, port: number): Promise<Line> {
  const socket = connect({ host, port, noDelay: true })
  const line: Line = { socket, begun: NOTHING, left: 0 }
  socket.on('data', (chunk) => hear(line, chunk))
  socket.on('error', (error) => line.settle?.reject(error))
  socket.on('close', () => line.settle?.reject(new Error('the connection was closed')))
  await new Promise((resolve) => socket.once('connect', resolve))
  return line
}

/** Of a body only the length is looked at: a client that read it would be what is measured. */
function hear(line: Line, chunk: Buffer): void {
  if (line.answer) line.left -= chunk.length
  else begin(line, chunk)
  if (!line.answer || line.left > 0) return
  line.settle?.resolve(line.answer)
  delete line.answer
}

function begin(line: Line, chunk: Buffer): void {
  line.begun = line.begun === NOTHING ? chunk : Buffer.concat([line.begun, chunk])
  const end = line.begun.indexOf('\r\n\r\n')
  if (end < 0) return
  const head = line.begun.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  line.left = length - (line.begun.length - end - 4)
  line.answer = { status, etag: /\r\netag: ([^\r]+)/i.exec(head)?.[1] }
  line.begun = NOTHING
}
