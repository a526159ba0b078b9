import { randomUUID } from 'node:crypto'
import {
  CALL_CLOSE,
  type ClientSignal,
  readClientSignal,
  type ServerSignal,
} from '@cuida/core/care/call/call-signal.ts'
import type { WebSocket } from 'ws'
import { findMalformedText } from '../../kit/http/text-guard.ts'
import type { Services } from '../../services.ts'
import { recordGuestLeft } from '../guest/guest-store.ts'
import type { CallConnections, Participant } from './call-connections.ts'
import { joinCall } from './call-join.ts'
import { disconnectParticipant } from './call-store.ts'
import { insertSignal, type LeaveReason } from './signal-store.ts'
import type { UnauthenticatedConnection } from './unauthenticated-connections.ts'

/**
 * Half a second's worth of a browser's ICE candidates in one burst, and a sustained rate far above what a call needs.
 */
const BURST = 200

const PER_SECOND = 50

const JOIN_WITHIN_MS = 5_000
/** A client that leaves this much unread is disconnected. */
const MAX_UNREAD_BYTES = 1_000_000
const GOODBYE_MS = 2_000

const JOIN_OUTCOMES = { TICKET_REFUSED: 'ticket refused', NO_CALL: 'no call' } as const

/** One socket, from its first message to its close. */
export class CallSocket {
  /** Resolves when its participant has left. */
  readonly done: Promise<void>
  readonly #ws: WebSocket
  readonly #services: Services
  readonly #rooms: CallConnections
  readonly #pendingSocket: UnauthenticatedConnection
  readonly #socketId = randomUUID()
  readonly #joinTimer: NodeJS.Timeout
  readonly #bucket = tokenBucket(Date.now())
  #participant: Participant | undefined
  #goodbye: LeaveReason = 'lost'
  // Serialises messages: signals keep the order in which the client sent them.
  #work = Promise.resolve()

  constructor(ws: WebSocket, services: Services, rooms: CallConnections, pendingSocket: UnauthenticatedConnection) {
    this.#ws = ws
    this.#services = services
    this.#rooms = rooms
    this.#pendingSocket = pendingSocket
    this.#joinTimer = setTimeout(() => this.#close(CALL_CLOSE.misbehaved), JOIN_WITHIN_MS)
    ws.on('message', (data, isBinary) => this.#hear(isBinary ? '' : String(data)))
    // On an oversized frame or invalid UTF-8 `ws` closes the socket by itself, but throws without an error listener.
    ws.on('error', () => {})
    this.done = new Promise((resolve) => {
      ws.on('close', () => {
        clearTimeout(this.#joinTimer)
        pendingSocket.remove()
        resolve(this.#work.then(() => this.#leave()))
      })
    })
  }

  #close(code: number): void {
    closeSocket(this.#ws, code)
  }

  #hear(text: string): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return
    const signal = this.#bucket.spend(Date.now()) ? readClientSignal(text) : undefined
    if (signal && findMalformedText(signal) === undefined)
      this.#work = this.#work.then(() => this.#obey(signal)).catch((error: unknown) => this.#fail(error))
    else this.#close(CALL_CLOSE.misbehaved)
  }

  #fail(error: unknown): void {
    if (!this.#participant) this.#services.telemetry.count('callJoins', { outcome: 'failed' })
    this.#services.log.warn('a call signal could not be handled', { error })
    this.#refuse('UNAVAILABLE')
  }

  #refuse(code: 'TICKET_REFUSED' | 'NO_CALL' | 'UNAVAILABLE'): void {
    this.#pendingSocket.rejectTicket()
    sendSignal(this.#ws, { type: 'refused', code })
    this.#close(code === 'UNAVAILABLE' ? CALL_CLOSE.unavailable : CALL_CLOSE.refused)
  }

  async #obey(signal: ClientSignal): Promise<void> {
    // The first message must be a ticket, and no later one may be.
    if ((signal.type === 'join') === (this.#participant !== undefined)) return this.#close(CALL_CLOSE.misbehaved)
    if (signal.type === 'join') return this.#join(signal)
    if (signal.type === 'ping') return sendSignal(this.#ws, { type: 'pong' })
    if (signal.type === 'leave') return this.#hangUp(signal.unsafe ? 'unsafe' : 'left')
    await this.#services.db.begin((tx) => insertSignal(tx, this.#socketId, signal))
  }

  async #join(signal: Extract<ClientSignal, { type: 'join' }>): Promise<void> {
    // The ticket has arrived: the time that we take to check it is not the page's fault.
    clearTimeout(this.#joinTimer)
    this.#pendingSocket.startCheck()
    const isHere = () => this.#ws.readyState === this.#ws.OPEN
    const joined = await joinCall(this.#services, signal, this.#socketId, isHere)
    if (joined === 'GONE') return
    this.#services.telemetry.count('callJoins', {
      outcome: typeof joined === 'string' ? JOIN_OUTCOMES[joined] : 'joined',
    })
    if (typeof joined === 'string') return this.#refuse(joined)
    this.#pendingSocket.remove()
    const { signal: greeting, ...place } = joined
    this.#participant = {
      ...place,
      socketId: this.#socketId,
      declineTold: false,
      send: (outgoing) => sendSignal(this.#ws, outgoing),
      close: (code) => this.#close(code),
    }
    sendSignal(this.#ws, greeting)
    this.#rooms.enter(this.#participant)
  }

  #hangUp(goodbye: LeaveReason): void {
    // The certificate does not match its signature, so signalling was tampered with: logged as an error to alert an
    // operator.
    if (goodbye === 'unsafe')
      this.#services.log.error('the certificate of a call does not match its signature', {
        consultationId: this.#participant?.consultationId,
      })
    this.#goodbye = goodbye
    this.#close(CALL_CLOSE.left)
  }

  async #leave(): Promise<void> {
    if (!this.#participant) return
    this.#rooms.leave(this.#participant)
    const { db, log } = this.#services
    const { role, guestId } = this.#participant
    await db
      .begin(async (tx) => {
        await disconnectParticipant(tx, this.#socketId, this.#goodbye)
        if (role === 'guest' && guestId) await recordGuestLeft(tx, guestId)
      })
      .catch((error: unknown) => log.warn('a call participant could not be removed', { error }))
  }
}

function sendSignal(ws: WebSocket, signal: ServerSignal): void {
  if (ws.readyState !== ws.OPEN) return
  if (ws.bufferedAmount > MAX_UNREAD_BYTES) ws.terminate()
  else ws.send(JSON.stringify(signal))
}

/** Closes the socket; terminates it when the client does not answer the close frame in time. */
export function closeSocket(ws: WebSocket, code: number): void {
  if (ws.readyState !== ws.OPEN) return
  ws.close(code)
  setTimeout(() => ws.terminate(), GOODBYE_MS).unref()
}

/** A token bucket for messages: `spend` returns false when a client sends too fast. */
export function tokenBucket(start: number): { spend(now: number): boolean } {
  let tokens = BURST
  let at = start
  return {
    spend(now) {
      tokens = Math.min(BURST, tokens + ((now - at) / 1_000) * PER_SECOND)
      at = now
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
