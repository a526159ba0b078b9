import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import { Refusal } from './refusal.ts'

/** Milliseconds: a JSON body has a few kilobytes, so a slower client only occupies a connection. */
const BODY_MS = 15_000

/**
 * Slowest accepted upload. GPRS, the slowest fallback of a phone, sends 2 KB a second when it is bad, and this asks
 * for half of that. A lift or tunnel takes less than the 30 s after which our own app gives up, too
 * (`ui/client/upload.ts`). In five minutes a photo of 600 KB arrives on that line, and a file of 10 MB at 35 KB a
 * second.
 */
export const UPLOAD_RATE = { leastBytes: 30_000, withinMs: 30_000, mostMs: 300_000 }

export const bodyTimeout =
  (ms: number): preParsingHookHandler =>
  ({ raw }, _reply, payload, done) => {
    endAfterTimeout(raw, ms)
    done(null, payload)
  }

/** The server waits at most this long for a body, also for the unread rest of a request that it has refused. */
export function endAfterTimeout(raw: IncomingMessage, ms = BODY_MS): void {
  if (raw.complete) return
  const timer = setTimeout(() => !raw.complete && raw.destroy(), ms)
  timer.unref()
  raw.once('close', () => clearTimeout(timer))
}

/**
 * Refuses a body that arrives too slowly, since it occupies an upload slot. The client receives the reason and can
 * retry.
 */
export const minimumBodyRate =
  ({ leastBytes, withinMs, mostMs }: typeof UPLOAD_RATE): preParsingHookHandler =>
  ({ raw }, reply, payload, done) => {
    let receivedBytes = 0
    let checkedBytes = 0
    let windows = 0
    const body = new Transform({
      transform(piece: Buffer, _encoding, next) {
        receivedBytes += piece.length
        next(null, piece)
      },
    })
    const timer = setInterval(() => {
      const isSlow = receivedBytes - checkedBytes < leastBytes || ++windows * withinMs >= mostMs
      checkedBytes = receivedBytes
      if (!isSlow) return
      reply.header('connection', 'close')
      body.destroy(new TooSlow())
    }, withinMs)
    body.once('close', () => clearInterval(timer))
    // The reader gets the error. A body refused for its content type has no reader, and an unhandled error event
    // would end the process.
    body.on('error', () => {})
    reply.raw.once('close', () => body.destroy())
    payload.once('error', (error) => body.destroy(error))
    raw.once('close', () => raw.complete || body.destroy(new TooSlow()))
    done(null, payload.pipe(body))
  }

class TooSlow extends Refusal {
  /** Fastify reads this property when a body fails. */
  readonly statusCode = 408
  constructor() {
    super('TOO_SLOW', 408)
  }
}

/** Sets the default timeout on every route that can have a body and sets none itself. */
export function addBodyTimeouts(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat()
    if (methods.every((method) => method === 'GET' || method === 'HEAD')) return
    route.preParsing ??= bodyTimeout(BODY_MS)
  })
}
