import { connect, type Socket } from 'node:net'

export interface WireAnswer {
  status: number
  etag: string | undefined
}

/** One kept connection, one request at a time. Node's own client costs more than the server that is measured. */
interface Line {
  socket: Socket
  received: string
  settle?: { resolve(answer: WireAnswer): void; reject(error: Error): void }
}

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
    async get(path: string, headers: Record<string, string>): Promise<WireAnswer> {
      const line = await take()
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const answer = new Promise<WireAnswer>((resolve, reject) => {
        line.settle = { resolve, reject }
      })
      line.socket.write(`GET ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${head.join('')}\r\n`)
      return answer.finally(() => give(line))
    },
    close: () => {
      for (const { socket } of lines) socket.destroy()
    },
  }
}

async function openLine(host: string, port: number): Promise<Line> {
  const socket = connect({ host, port, noDelay: true })
  const line: Line = { socket, received: '' }
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    line.received += text
    const answer = answerIn(line.received)
    if (!answer) return
    line.received = ''
    line.settle?.resolve(answer)
  })
  socket.on('error', (error) => line.settle?.reject(error))
  socket.on('close', () => line.settle?.reject(new Error('the connection was closed')))
  await new Promise((resolve) => socket.once('connect', resolve))
  return line
}

/** The whole answer, or undefined while some of it is missing. */
function answerIn(text: string): WireAnswer | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = text.slice(0, end)
  const status = Number(head.slice(9, 12))
  const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  if (text.length < end + 4 + length) return undefined
  return { status, etag: /\r\netag: ([^\r]+)/i.exec(head)?.[1] }
}
