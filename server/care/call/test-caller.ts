import { type ClientSignal, readServerSignal, type ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import type { FastifyInstance } from 'fastify'
import { type ClientOptions, WebSocket } from 'ws'

type Heard<T extends ServerSignal['type']> = Extract<ServerSignal, { type: T }>

/** A client of the call WebSocket, signalling only. */
export interface Caller {
  ws: WebSocket
  say(signal: ClientSignal): void
  /** The next signal of this type; skips others. Rejects after a timeout that even a busy machine does not need. */
  next<T extends ServerSignal['type']>(type: T): Promise<Heard<T>>
  /** Received signals that `next` has not returned. */
  rest(): ServerSignal[]
  /** The close code. */
  closed: Promise<number>
}

export function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the app is not listening on a port')
  return address.port
}

export async function openSocket(app: FastifyInstance, options: ClientOptions = {}): Promise<Caller> {
  const ws = new WebSocket(`ws://127.0.0.1:${portOf(app)}/v1/calls`, options)
  const signals: ServerSignal[] = []
  const waiting = new Set<() => void>()
  ws.on('message', (data) => {
    const signal = readServerSignal(String(data))
    if (!signal) throw new Error(`the server sent an unknown signal: ${data}`)
    signals.push(signal)
    for (const wake of waiting) wake()
  })
  ws.on('error', () => {})
  const closed = new Promise<number>((resolve) => ws.on('close', resolve))
  await new Promise<void>((resolve, reject) => {
    ws.on('open', resolve)
    ws.on('unexpected-response', (_, { statusCode }) => reject(new Error(`the socket was refused with ${statusCode}`)))
  })
  return {
    ws,
    closed,
    say: (signal) => ws.send(JSON.stringify(signal)),
    rest: () => signals.splice(0),
    next: (type) => nextOf(signals, waiting, type),
  }
}

function nextOf<T extends ServerSignal['type']>(
  signals: ServerSignal[],
  waiting: Set<() => void>,
  type: T,
): Promise<Heard<T>> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => done(() => reject(new Error(`no ${type} signal arrived`))), 20_000)
    const done = (finish: () => void) => {
      clearTimeout(late)
      waiting.delete(checkSignals)
      finish()
    }
    const checkSignals = () => {
      const index = signals.findIndex((signal) => signal.type === type)
      if (index < 0) return
      const signal = signals.splice(0, index + 1).at(-1) as Heard<T>
      done(() => resolve(signal))
    }
    waiting.add(checkSignals)
    checkSignals()
  })
}

/** Opens a socket and presents the ticket. */
export async function openCall(app: FastifyInstance, ticket: string, callId?: string): Promise<Caller> {
  const caller = await openSocket(app)
  caller.say({ type: 'join', ticket, ...(callId ? { callId } : {}) })
  return caller
}

/** A certificate fingerprint for a client without a certificate. */
export const TEST_FINGERPRINT = `sha-256 ${Array(32).fill('0A').join(':')}`
