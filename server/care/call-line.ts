import { randomUUID } from 'node:crypto'
import { CALL_CLOSE, type ClientSignal, readClientSignal, type ServerSignal } from '@cuida/core/care/call-signal.ts'
import type { WebSocket } from 'ws'
import type { Services } from '../services.ts'
import { joinCall } from './call-join.ts'
import type { CallRooms, Seat } from './call-rooms.ts'
import { leaveSeat } from './call-store.ts'
import { messageBudget } from './message-budget.ts'
import { insertSignal } from './signal-store.ts'

const JOIN_WITHIN_MS = 5_000
/** Who does not read what is said to them is not in the call. */
const MOST_UNREAD_BYTES = 1_000_000
const GOODBYE_MS = 2_000

/** One socket from its first message to its goodbye. `done` settles when its seat is free again. */
export function openLine(ws: WebSocket, services: Services, rooms: CallRooms): { done: Promise<void> } {
  const socketId = randomUUID()
  const budget = messageBudget(Date.now())
  let seat: Seat | undefined
  let goodbye: 'left' | 'lost' = 'lost'
  // One message at a time: what one side says arrives in the order in which it was said.
  let work = Promise.resolve()
  const close = (code: number) => closeSoon(ws, code)

  const join = async (signal: Extract<ClientSignal, { type: 'join' }>) => {
    const joined = await joinCall(services, signal, socketId)
    if (typeof joined === 'string') return refuse(ws, joined)
    const { signal: greeting, ...rest } = joined
    seat = { ...rest, socketId, declineTold: false, say: (words) => say(ws, words), close }
    say(ws, greeting)
    if (ws.readyState === ws.OPEN) rooms.enter(seat)
  }
  const obey = async (signal: ClientSignal) => {
    if (signal.type === 'join') return seat ? close(CALL_CLOSE.misbehaved) : join(signal)
    if (!seat) return close(CALL_CLOSE.misbehaved)
    if (signal.type !== 'leave') return void (await services.db.begin((tx) => insertSignal(tx, socketId, signal)))
    goodbye = 'left'
    close(CALL_CLOSE.left)
  }
  const fail = (error: unknown) => {
    services.log.warn('call signal not served', { error })
    refuse(ws, 'UNAVAILABLE')
  }

  const impatience = setTimeout(() => !seat && close(CALL_CLOSE.misbehaved), JOIN_WITHIN_MS)
  ws.on('message', (data, isBinary) => {
    if (ws.readyState !== ws.OPEN) return
    const signal = !isBinary && budget.spend(Date.now()) ? readClientSignal(String(data)) : undefined
    if (!signal) return close(CALL_CLOSE.misbehaved)
    work = work.then(() => obey(signal)).catch(fail)
  })
  // Too large a frame, broken UTF-8: `ws` closes by itself and only wants to be heard.
  ws.on('error', () => {})
  const done = new Promise<void>((resolve) => {
    ws.on('close', () => {
      clearTimeout(impatience)
      const leave = async () => {
        if (seat) rooms.leave(seat)
        if (seat) await services.db.begin((tx) => leaveSeat(tx, socketId, goodbye))
      }
      work
        .then(leave)
        .catch((error: unknown) => services.log.warn('call seat not freed', { error }))
        .then(resolve)
    })
  })
  return { done }
}

function say(ws: WebSocket, signal: ServerSignal): void {
  if (ws.readyState !== ws.OPEN) return
  if (ws.bufferedAmount > MOST_UNREAD_BYTES) ws.terminate()
  else ws.send(JSON.stringify(signal))
}

function refuse(ws: WebSocket, code: 'TICKET_REFUSED' | 'NO_CALL' | 'UNAVAILABLE'): void {
  say(ws, { type: 'refused', code })
  closeSoon(ws, code === 'UNAVAILABLE' ? CALL_CLOSE.unavailable : CALL_CLOSE.refused)
}

/** Who does not answer the goodbye is cut off. */
export function closeSoon(ws: WebSocket, code: number): void {
  if (ws.readyState !== ws.OPEN) return
  ws.close(code)
  setTimeout(() => ws.terminate(), GOODBYE_MS).unref()
}
