import { createHash, createHmac } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { ATTRIBUTE, attribute, COOKIE, errorOf, INTEGRITY_BYTES, message, read, UDP } from './turn-client.ts'

/** The subset of TURN (RFC 8656) that shows what a server grants and refuses. */
export interface TurnClient {
  /** `ok`, or the error code. */
  allocate(): Promise<'ok' | number>
  /** Requests a permission for this peer address. */
  permit(address: string): Promise<'ok' | number>
  close(): void
}

const METHOD = { allocate: 0x0003, permit: 0x0008 }
const PEER = 0x0012

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
    const plain = message(method, [...body, ...credentials], signed ? INTEGRITY_BYTES : 0)
    const key = createHash('md5').update(`${username}:${realm}:${credential}`).digest()
    const mac = attribute(ATTRIBUTE.integrity, createHmac('sha1', key).update(plain).digest())
    const reply = await exchange(socket, port, signed ? Buffer.concat([plain, mac]) : plain)
    realm = read(reply, ATTRIBUTE.realm) ?? realm
    nonce = read(reply, ATTRIBUTE.nonce) ?? nonce
    return errorOf(reply)
  }
  return {
    async allocate() {
      const body = [attribute(ATTRIBUTE.transport, UDP)]
      // The first request only learns the realm.
      if (realm.length === 0) await sendMessage(METHOD.allocate, body)
      return sendMessage(METHOD.allocate, body)
    },
    permit: (address) => sendMessage(METHOD.permit, [attribute(PEER, xored(address))]),
    close: () => socket.close(),
  }
}

async function exchange(socket: Socket, port: number, bytes: Buffer): Promise<Buffer> {
  const answer = once(socket, 'message', { signal: AbortSignal.timeout(3_000) })
  socket.send(bytes, port, '127.0.0.1')
  const [reply] = await answer
  return reply
}

function xored(address: string): Buffer {
  const bytes = address.split('.').map((part, index) => Number(part) ^ (COOKIE[index] ?? 0))
  return Buffer.from([0, 1, 0x21 ^ 0x23, 0x12 ^ 0x28, ...bytes])
}
