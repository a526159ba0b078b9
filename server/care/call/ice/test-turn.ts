import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** The subset of TURN (RFC 8656) that shows what a server grants and refuses. */
export interface TurnClient {
  /** `ok`, or the error code. */
  allocate(): Promise<'ok' | number>
  /** Requests a permission for this peer address. */
  permit(address: string): Promise<'ok' | number>
  close(): void
}

const METHOD = { allocate: 0x0003, permit: 0x0008 }
const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  peer: 0x0012,
  realm: 0x0014,
  nonce: 0x0015,
  transport: 0x0019,
}
const COOKIE = Buffer.from('2112a442', 'hex')
const UDP = Buffer.from([17, 0, 0, 0])

export function openTurnClient(port: number, username: string, credential: string): TurnClient {
  const socket = createSocket('udp4')
  let realm: Buffer = Buffer.alloc(0)
  let nonce: Buffer = Buffer.alloc(0)

  async function sendMessage(method: number, body: Buffer[]): Promise<'ok' | number> {
    const signed = realm.length > 0
    const credentials = signed
      ? [
          attribute(ATTRIBUTE.username, Buffer.from(username)),
          attribute(ATTRIBUTE.realm, realm),
          attribute(ATTRIBUTE.nonce, nonce),
        ]
      : []
    const plain = message(method, [...body, ...credentials], signed ? 24 : 0)
    const key = createHash('md5').update(`${username}:${realm}:${credential}`).digest()
    const mac = attribute(ATTRIBUTE.integrity, createHmac('sha1', key).update(plain).digest())
    const reply = await exchange(socket, port, signed ? Buffer.concat([plain, mac]) : plain)
    const error = read(reply, ATTRIBUTE.error)
    realm = read(reply, ATTRIBUTE.realm) ?? realm
    nonce = read(reply, ATTRIBUTE.nonce) ?? nonce
    return error ? error.readUInt8(2) * 100 + error.readUInt8(3) : 'ok'
  }
  return {
    async allocate() {
      const body = [attribute(ATTRIBUTE.transport, UDP)]
      // The first request only learns the realm.
      if (realm.length === 0) await sendMessage(METHOD.allocate, body)
      return sendMessage(METHOD.allocate, body)
    },
    permit: (address) => sendMessage(METHOD.permit, [attribute(ATTRIBUTE.peer, xored(address))]),
    close: () => socket.close(),
  }
}

async function exchange(socket: Socket, port: number, bytes: Buffer): Promise<Buffer> {
  const answer = once(socket, 'message', { signal: AbortSignal.timeout(3_000) })
  socket.send(bytes, port, '127.0.0.1')
  const [reply] = await answer
  return reply
}

/** `more`: bytes appended later that the length already includes, because the signature covers the length. */
function message(method: number, attributes: Buffer[], more: number): Buffer {
  const body = Buffer.concat(attributes)
  const head = Buffer.alloc(4)
  head.writeUInt16BE(method, 0)
  head.writeUInt16BE(body.length + more, 2)
  return Buffer.concat([head, COOKIE, randomBytes(12), body])
}

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}

function read(reply: Buffer, attributeType: number): Buffer | undefined {
  for (let at = 20; at + 4 <= reply.length; ) {
    const length = reply.readUInt16BE(at + 2)
    if (reply.readUInt16BE(at) === attributeType) return reply.subarray(at + 4, at + 4 + length)
    at += 4 + length + ((4 - (length % 4)) % 4)
  }
  return undefined
}

function xored(address: string): Buffer {
  const bytes = address.split('.').map((part, index) => Number(part) ^ (COOKIE[index] ?? 0))
  return Buffer.from([0, 1, 0x21 ^ 0x23, 0x12 ^ 0x28, ...bytes])
}
