import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import type { Deadline } from '../keep-alive-connection.ts'

const MAX_LETTERS = 16_384

export interface H2Response {
  status: number
  text: string
}

export interface H2Connection {
  post(path: string, headers: Record<string, string>, body: string, until: Deadline): Promise<H2Response>
  close(): void
}

/** Interval between pings, and the time allowed for a reply. */
const PING_TIMING = { betweenMs: 60_000, answerMs: 5_000 }

/**
 * One persistent HTTP/2 connection: opened for the first request, and again after a loss or GOAWAY. Regular pings
 * detect a dead connection before the next request uses it. It does not keep the process alive.
 */
export function h2Connection(origin: string, pingTiming = PING_TIMING): H2Connection {
  let session: ClientHttp2Session | undefined
  function open(): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session
    const newSession = connect(origin)
    const forget = () => {
      if (session === newSession) session = undefined
    }
    // Pending requests receive the error on their own streams.
    newSession.on('error', forget).on('close', forget)
    // Pending requests may still be answered; the next one opens another connection.
    newSession.on('goaway', forget)
    const rounds = setInterval(() => tryOut(newSession, pingTiming.answerMs), pingTiming.betweenMs).unref()
    newSession.on('close', () => clearInterval(rounds))
    newSession.unref()
    session = newSession
    return newSession
  }
  return {
    post: (path, headers, body, until) =>
      exchange(open(), { ':method': 'POST', ':path': path, ...headers }, body, until),
    close() {
      session?.close()
      session = undefined
    },
  }
}

function tryOut(session: ClientHttp2Session, answerMs: number): void {
  if (session.closed || session.destroyed) return
  const timer = setTimeout(() => session.destroy(), answerMs).unref()
  session.ping(() => clearTimeout(timer))
}

function exchange(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  body: string,
  until: Deadline,
): Promise<H2Response> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers)
    const timer = setTimeout(
      () => {
        stream.close(constants.NGHTTP2_CANCEL)
        reject(new Error('the request timed out'))
        // A missing reply also means a dead connection.
        session.destroy()
      },
      Math.max(0, until - performance.now()),
    )
    stream.on('close', () => {
      clearTimeout(timer)
      reject(new Error('the connection closed before a reply'))
    })
    stream.on('error', reject)
    receive(stream, resolve, reject)
    stream.end(body)
  })
}

function receive(
  stream: ClientHttp2Stream,
  resolve: (response: H2Response) => void,
  reject: (error: Error) => void,
): void {
  let status = 0
  let text = ''
  stream.setEncoding('utf8')
  stream.on('response', (headers) => {
    status = headers[':status'] ?? 0
  })
  stream.on('data', (chunk: string) => {
    text += chunk
    if (text.length <= MAX_LETTERS) return
    reject(new Error('the reply is too large'))
    stream.close(constants.NGHTTP2_CANCEL)
  })
  stream.on('end', () => {
    if (status > 0) resolve({ status, text })
  })
}
