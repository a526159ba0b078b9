import { Agent as HttpAgent, type IncomingMessage, request as overHttp } from 'node:http'
import { Agent as HttpsAgent, request as overHttps } from 'node:https'

export const MAX_REPLY_BYTES = 1024 * 1024
/** Shorter than the idle timeout of servers: a connection that the server closes while we write costs a request. */
const IDLE_MS = 4_000

export interface ConnectionRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | undefined
  until: Deadline
  /** The body of a response with another status is not read. */
  reads(status: number): boolean
}
export interface ConnectionReply {
  status: number
  text: string
}

/**
 * End of an operation on the clock of `performance.now()`. A number, since an AbortSignal costs more than the rest of
 * a request.
 */
export type Deadline = number
export const deadlineIn = (milliseconds: number): Deadline => performance.now() + milliseconds

const agentOptions = { keepAlive: true, timeout: IDLE_MS }
const plain = { request: overHttp, agent: new HttpAgent(agentOptions) }
const secure = { request: overHttps, agent: new HttpsAgent(agentOptions) }

/**
 * Sends a request over a keep-alive connection, for a third of the CPU time of `fetch` (decision 0063). It neither
 * retries nor follows redirects.
 */
export function send({ method, url, headers, body, until, reads }: ConnectionRequest): Promise<ConnectionReply> {
  return new Promise((resolve, reject) => {
    const address = new URL(url)
    const { request, agent } = address.protocol === 'https:' ? secure : plain
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(address, { method, agent, headers: { ...ASKING, ...headers, ...length } })
    const timer = setTimeout(
      () => sent.destroy(Object.assign(new Error('the request timed out'), { code: 'ETIMEDOUT' })),
      Math.max(0, until - performance.now()),
    )
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    const succeed = (received: ConnectionReply) => {
      clearTimeout(timer)
      resolve(received)
    }
    sent.on('error', fail)
    sent.on('response', (reply) => {
      // A connection that closes during the response is reported by the response itself.
      sent.off('close', closed)
      receive(reply, reads, succeed, fail)
    })
    const closed = () => fail(new Error('the connection closed before a reply'))
    sent.on('close', closed)
    sent.end(body)
  })
}

// Uncompressed, so that the size limit counts the bytes that are read.
const ASKING = { 'user-agent': 'Cuida/1', 'accept-encoding': 'identity' }

function receive(
  reply: IncomingMessage,
  reads: ConnectionRequest['reads'],
  succeed: (received: ConnectionReply) => void,
  fail: (error: Error) => void,
): void {
  const { statusCode: status = 0 } = reply
  reply.on('error', fail)
  if (!reads(status)) {
    succeed({ status, text: '' })
    reply.destroy()
    return
  }
  const chunks: Buffer[] = []
  let size = 0
  reply.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > MAX_REPLY_BYTES) reply.destroy(new Error('the reply is too large'))
    else chunks.push(chunk)
  })
  reply.on('end', () => succeed({ status, text: Buffer.concat(chunks).toString('utf8') }))
  reply.on('close', () => {
    if (!reply.complete) fail(new Error('the reply is incomplete'))
  })
}
