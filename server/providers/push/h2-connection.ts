import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import type { Deadline } from '../kept-connection.ts'

const MOST_LETTERS = 16_384

export interface Heard {
  status: number
  text: string
}

export interface H2Connection {
  post(path: string, headers: Record<string, string>, body: string, until: Deadline): Promise<Heard>
  close(): void
}

/** How often it is asked whether anybody is still there, and how long the answer may take. */
const PATIENCE = { betweenMs: 60_000, answerMs: 5_000 }

/**
 * One HTTP/2 connection that stays: opened when there is something to send, and anew once it was lost or said goodbye
 * to. It is tried now and then, so that who sends next does not find out that nobody holds the other end. It keeps no
 * process from its end.
 */
export function h2Connection(origin: string, patience = PATIENCE): H2Connection {
  let session: ClientHttp2Session | undefined
  function open(): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session
    const made = connect(origin)
    const forget = () => {
      if (session === made) session = undefined
    }
    // Whoever waits for an answer hears of it by their own stream.
    made.on('error', forget).on('close', forget)
    // What was sent may still be answered; the next goes by another connection.
    made.on('goaway', forget)
    const rounds = setInterval(() => tryOut(made, patience.answerMs), patience.betweenMs).unref()
    made.on('close', () => clearInterval(rounds))
    made.unref()
    session = made
    return made
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
): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const stream = session.request(headers)
    const timer = setTimeout(
      () => {
        stream.close(constants.NGHTTP2_CANCEL)
        reject(new Error('too late'))
        // Silence is also how a connection is that nobody holds any more at the other end.
        session.destroy()
      },
      Math.max(0, until - performance.now()),
    )
    stream.on('close', () => {
      clearTimeout(timer)
      reject(new Error('closed without an answer'))
    })
    stream.on('error', reject)
    receive(stream, resolve, reject)
    stream.end(body)
  })
}

function receive(stream: ClientHttp2Stream, resolve: (heard: Heard) => void, reject: (error: Error) => void): void {
  let status = 0
  let text = ''
  stream.setEncoding('utf8')
  stream.on('response', (headers) => {
    status = headers[':status'] ?? 0
  })
  stream.on('data', (chunk: string) => {
    text += chunk
    if (text.length <= MOST_LETTERS) return
    reject(new Error('answer too large'))
    stream.close(constants.NGHTTP2_CANCEL)
  })
  stream.on('end', () => {
    if (status > 0) resolve({ status, text })
  })
}
