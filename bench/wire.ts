import { connect, type Socket } from 'node:net'

export interface WireAnswer {
  status: number
  etag: string | undefined
  /** Empty on a connection that does not read bodies. */
  text: string
}
export interface WireRequest {
  method: string
  path: string
  headers: Record<string, string>
  /** JSON. */
  body?: string | undefined
}

/** One kept connection, one request at a time. Node's own client costs more than the server that is measured. */
export interface Connection {
  ask(request: WireRequest): Promise<WireAnswer>
  /** Servers hang up on who is silent for long. */
  isOpen(): boolean
  close(): void
}
interface ConnectionOptions {
  /** The address that the server sees; the usual one unless given. */
  localAddress?: string
  /** Otherwise only its length is looked at: a client that read every body would be what is measured. */
  readsBodies?: boolean
}

/** What has come of an answer that is not whole yet. */
interface Coming {
  /** Of its head. */
  begun: Buffer
  answer?: WireAnswer
  body: Buffer[]
  /** Bytes of its body that are still to come. */
  left: number
}

const NOTHING = Buffer.alloc(0)

/** A few connections that many people share, as behind a proxy; who finds none free waits. */
export async function openWire(url: string, connections: number) {
  const waiting: ((connection: Connection) => void)[] = []
  const all = await Promise.all(Array.from({ length: connections }, () => openOne(url)))
  const free = [...all]
  const give = (connection: Connection) => {
    const next = waiting.shift()
    if (next) next(connection)
    else free.push(connection)
  }
  const take = (): Promise<Connection> | Connection => free.pop() ?? new Promise((resolve) => waiting.push(resolve))
  return {
    async ask(method: string, path: string, headers: Record<string, string>): Promise<WireAnswer> {
      const connection = await take()
      return connection.ask({ method, path, headers }).finally(() => give(connection))
    },
    close: () => {
      for (const connection of all) connection.close()
    },
  }
}

export async function openOne(
  url: string,
  { localAddress, readsBodies = false }: ConnectionOptions = {},
): Promise<Connection> {
  const { hostname: host, port, host: name } = new URL(url)
  const socket = connect({ host, port: Number(port), noDelay: true, ...(localAddress ? { localAddress } : {}) })
  let settle: { resolve(answer: WireAnswer): void; reject(error: Error): void } | undefined
  let coming = nothingYet()
  socket.on('data', (chunk) => {
    hear(coming, chunk, readsBodies)
    const { answer, body, left } = coming
    if (!answer || left > 0) return
    coming = nothingYet()
    settle?.resolve(readsBodies ? { ...answer, text: Buffer.concat(body).toString() } : answer)
  })
  socket.on('error', (error) => settle?.reject(error))
  socket.on('close', () => settle?.reject(new Error('the connection was closed')))
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        send(socket, name, request)
      }),
    isOpen: () => socket.readyState === 'open',
    close: () => socket.destroy(),
  }
}

const nothingYet = (): Coming => ({ begun: NOTHING, body: [], left: 0 })

function send(socket: Socket, host: string, { method, path, headers, body }: WireRequest): void {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (body) head.push(`content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${head.join('')}\r\n${body ?? ''}`)
}

function hear(coming: Coming, chunk: Buffer, readsBodies: boolean): void {
  const part = coming.answer ? chunk : begin(coming, chunk)
  coming.left -= part.length
  if (readsBodies) coming.body.push(part)
}

/** Reads the head once it is whole; returns what came of the body with it. */
function begin(coming: Coming, chunk: Buffer): Buffer {
  coming.begun = coming.begun === NOTHING ? chunk : Buffer.concat([coming.begun, chunk])
  const end = coming.begun.indexOf('\r\n\r\n')
  if (end < 0) return NOTHING
  const head = coming.begun.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  coming.left = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  coming.answer = { status, etag: /\r\netag: ([^\r]+)/i.exec(head)?.[1], text: '' }
  return coming.begun.subarray(end + 4)
}
