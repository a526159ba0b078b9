import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'

const METHOD = { allocate: 0x0003, refresh: 0x0004 }
export const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  realm: 0x0014,
  nonce: 0x0015,
  lifetime: 0x000d,
  transport: 0x0019,
}
export const COOKIE = Buffer.from('2112a442', 'hex')
export const UDP = Buffer.from([17, 0, 0, 0])
/** A refresh with the lifetime 0 releases the relay. */
const AT_ONCE = Buffer.alloc(4)
const HEAD_BYTES = 20
export const INTEGRITY_BYTES = 24

interface Credentials {
  username: string
  credential: string
}

/** Requests one relay from a TURN server (RFC 8656); returns `ok` or the error code, and throws without an answer. */
export async function allocateRelay(
  url: string,
  { username, credential }: Credentials,
  signal: AbortSignal,
): Promise<'ok' | number> {
  const wire = await openWire(url, signal)
  try {
    const transport = attribute(ATTRIBUTE.transport, UDP)
    // The first request only learns the realm and the nonce.
    const challenge = await wire.ask(message(METHOD.allocate, [transport], 0))
    const realm = read(challenge, ATTRIBUTE.realm)
    const nonce = read(challenge, ATTRIBUTE.nonce)
    if (!realm || !nonce) return errorOf(challenge)
    const key = createHash('md5').update(`${username}:${realm}:${credential}`).digest()
    const user = attribute(ATTRIBUTE.username, Buffer.from(username))
    const account = [user, attribute(ATTRIBUTE.realm, realm), attribute(ATTRIBUTE.nonce, nonce)]
    const askSigned = (method: number, more: Buffer) => {
      const plain = message(method, [more, ...account], INTEGRITY_BYTES)
      const mac = createHmac('sha1', key).update(plain).digest()
      return wire.ask(Buffer.concat([plain, attribute(ATTRIBUTE.integrity, mac)]))
    }
    const result = errorOf(await askSigned(METHOD.allocate, transport))
    if (result === 'ok') await askSigned(METHOD.refresh, attribute(ATTRIBUTE.lifetime, AT_ONCE))
    return result
  } finally {
    wire.close()
  }
}

interface Wire {
  ask(bytes: Buffer): Promise<Buffer>
  close(): void
}

/** `turn:host:port?transport=tcp`, or `turns:` over TLS. */
async function openWire(url: string, signal: AbortSignal): Promise<Wire> {
  const [, scheme = 'turn', host = '', port, transport] =
    /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(\w+))?$/.exec(url) ?? []
  const isTls = scheme === 'turns'
  const to = { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? (isTls ? 5349 : 3478)) }
  if (!isTls && transport !== 'tcp') return overUdp(to, signal)
  const socket = isTls ? connectTls({ ...to, servername: to.host }) : connectTcp(to)
  await once(socket, isTls ? 'secureConnect' : 'connect', { signal })
  return {
    async ask(bytes) {
      socket.write(bytes)
      let reply: Buffer = Buffer.alloc(0)
      while (reply.length < HEAD_BYTES || reply.length < HEAD_BYTES + reply.readUInt16BE(2))
        reply = Buffer.concat([reply, (await once(socket, 'data', { signal }))[0]])
      return reply
    },
    close: () => socket.destroy(),
  }
}

function overUdp({ host, port }: { host: string; port: number }, signal: AbortSignal): Wire {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  return {
    async ask(bytes) {
      const reply = once(socket, 'message', { signal })
      socket.send(bytes, port, host)
      return (await reply)[0]
    },
    close: () => socket.close(),
  }
}

/** `more`: bytes appended later that the length already includes, because the signature covers the length. */
export function message(method: number, attributes: Buffer[], more: number): Buffer {
  const body = Buffer.concat(attributes)
  const head = Buffer.alloc(4)
  head.writeUInt16BE(method, 0)
  head.writeUInt16BE(body.length + more, 2)
  return Buffer.concat([head, COOKIE, randomBytes(12), body])
}

export function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(value.length, 2)
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}

export function read(reply: Buffer, wanted: number): Buffer | undefined {
  for (let at = HEAD_BYTES; at + 4 <= reply.length; ) {
    const length = reply.readUInt16BE(at + 2)
    if (reply.readUInt16BE(at) === wanted) return reply.subarray(at + 4, at + 4 + length)
    at += 4 + length + ((4 - (length % 4)) % 4)
  }
  return undefined
}

export function errorOf(reply: Buffer): 'ok' | number {
  const error = read(reply, ATTRIBUTE.error)
  return error ? error.readUInt8(2) * 100 + error.readUInt8(3) : 'ok'
}
