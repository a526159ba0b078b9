import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import { Refusal } from './refusal.ts'

/** A body of JSON is a few kilobytes: who takes longer holds a connection, not a conversation. */
const BODY_MS = 15_000

/**
 * How slow a file may come. GPRS, the slowest line that a phone falls back to, sends 2 KB a second when it is bad: half of
 * that is nobody's phone. A lift or a tunnel lasts less than the half minute after which our own app gives up, too
 * (`ui/client/upload.ts`). In five minutes a photo of 600 KB is through on that line, and a file of 10 MB at 35 KB a second.
 */
export const UPLOAD_RATE = { leastBytes: 30_000, withinMs: 30_000, mostMs: 300_000 }

/** Ends the connection when the body is not there in time. */
export const bodyTimeout =
  (ms: number): preParsingHookHandler =>
  ({ raw }, _reply, payload, done) => {
    endAfterTimeout(raw, ms)
    done(null, payload)
  }

/** Also for one that was refused before its body came: the rest of it is only waited for so long. */
export function endAfterTimeout(raw: IncomingMessage, ms = BODY_MS): void {
  if (raw.complete) return
  const timer = setTimeout(() => !raw.complete && raw.destroy(), ms)
  timer.unref()
  raw.once('close', () => clearTimeout(timer))
}

/** Refuses a body that is too slow: whoever holds a place must be sending. The sender hears why, and may begin anew. */
export const minimumBodyRate =
  ({ leastBytes, withinMs, mostMs }: typeof UPLOAD_RATE): preParsingHookHandler =>
  ({ raw }, reply, payload, done) => {
    let came = 0
    let seen = 0
    let windows = 0
    const body = new Transform({
      transform(piece: Buffer, _encoding, next) {
        came += piece.length
        next(null, piece)
      },
    })
    const timer = setInterval(() => {
      const isSlow = came - seen < leastBytes || ++windows * withinMs >= mostMs
      seen = came
      if (!isSlow) return
      reply.header('connection', 'close')
      body.destroy(new TooSlow())
    }, withinMs)
    body.once('close', () => clearInterval(timer))
    // Whoever reads it hears of it. One that was refused by its type is read by nobody, and must not end the process.
    body.on('error', () => {})
    reply.raw.once('close', () => body.destroy())
    payload.once('error', (error) => body.destroy(error))
    raw.once('close', () => raw.complete || body.destroy(new TooSlow()))
    done(null, payload.pipe(body))
  }

class TooSlow extends Refusal {
  /** What Fastify looks at when a body fails. */
  readonly statusCode = 408
  constructor() {
    super('TOO_SLOW', 408)
  }
}

/** For every route that may have a body and says nothing of its own. */
export function addBodyTimeouts(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    if (methods.every((method) => method === 'GET' || method === 'HEAD')) return
    route.preParsing ??= bodyTimeout(BODY_MS)
  })
}
