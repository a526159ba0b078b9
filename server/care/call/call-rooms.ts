import { CALL_CLOSE, callEnd, otherEnd, type ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import { actionsOf } from '../../consultation/action-store.ts'
import type { Db } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import { stands } from '../guest/guest-store.ts'
import { runningCall, type SeatOfCall, seatsOf } from './call-store.ts'
import { type StoredSignal, signalsSince } from './signal-store.ts'

/** A socket of this process that sits in a call. */
export interface Seat extends SeatOfCall {
  socketId: string
  sessionId: string | null
  /** The invitation without which this seat is not there. */
  guestId: string | null
  /** Names the pair that it belongs to now. */
  pairing: number
  /** The last signal of the other side that it was told. */
  heard: number
  declineTold: boolean
  say(signal: ServerSignal): void
  close(code: number): void
}

export interface CallRooms {
  enter(seat: Seat): void
  leave(seat: Seat): void
  seats(): Seat[]
  /** Looks again at everything, for when notifications may have been lost. */
  refresh(): void
  close(): void
}

/** Two ways to look, each once at a time: for what was said, and for what became of the call. */
interface Ears {
  listen: () => void
  check: () => void
}

/**
 * Who of this process is in which call. Every signal goes through the database, also between two sockets of one
 * process: one way is one order, and two processes behave like one.
 */
export function callRooms(services: Services): CallRooms {
  const { changes, access } = services
  const seats = new Map<Seat, Ears>()
  const watches = new Map<Seat, () => void>()
  const refresh = () => seats.forEach(wakeUp)
  const stopHearing = changes.onChange((topics) => {
    for (const topic of topics) hear(seats, topic)
  })
  const stopMinding = changes.onGap(refresh)
  return {
    refresh,
    enter(seat) {
      const ears = earsOf(services, seat)
      makeRoomFor(seat, seats)
      seats.set(seat, ears)
      if (seat.sessionId)
        watches.set(
          seat,
          access.watch(seat.sessionId, () => seat.close(CALL_CLOSE.sessionEnded)),
        )
      // What happened between taking the seat and sitting down.
      wakeUp(ears)
    },
    leave(seat) {
      seats.delete(seat)
      watches.get(seat)?.()
      watches.delete(seat)
    },
    seats: () => [...seats.keys()],
    close() {
      stopHearing()
      stopMinding()
    },
  }
}

/** More than a call with all its guests takes; the one that has sat longest goes. */
const MOST_SEATS = 24

function makeRoomFor({ sessionId, guestId }: Seat, seats: ReadonlyMap<Seat, unknown>): void {
  const own = [...seats.keys()].filter((seat) => seat.sessionId === sessionId && seat.guestId === guestId)
  if (own.length >= MOST_SEATS) own[0]?.close(CALL_CLOSE.replaced)
}

function hear(seats: ReadonlyMap<Seat, Ears>, topic: string): void {
  const [kind, id] = topic.split(':')
  if (kind !== 'signal' && kind !== 'call') return
  for (const [seat, { listen, check }] of seats) {
    if (kind === 'signal' && seat.consultationId === id) listen()
    if (kind === 'call' && seat.consultationId === id) check()
  }
}

function wakeUp({ listen, check }: Ears): void {
  listen()
  check()
}

function earsOf({ db, log }: Services, seat: Seat): Ears {
  const failed = (error: unknown) => {
    log.warn('call not followed', { consultationId: seat.consultationId, error })
    seat.close(CALL_CLOSE.unavailable)
  }
  return { listen: inTurn(() => listen(db, seat), failed), check: inTurn(() => check(db, seat), failed) }
}

/** Runs `work` once at a time, and once more when it was asked for meanwhile. */
function inTurn(work: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let asked = false
  let busy = false
  const run = async () => {
    busy = true
    while (asked) {
      asked = false
      await work().catch(failed)
    }
    busy = false
  }
  return () => {
    asked = true
    if (!busy) void run()
  }
}

/** Tells a seat what the other side has said. */
async function listen(db: Db, seat: Seat): Promise<void> {
  for (const { id, says } of await signalsSince(db, seat, otherEnd(seat.leg, seat.role), seat.heard)) {
    seat.heard = id
    if (says.type === 'came') seat.pairing = Math.max(seat.pairing, id)
    const signal = heardAs(says, seat.pairing, id)
    if (signal) seat.say(signal)
  }
}

function heardAs(says: StoredSignal, pairing: number, n: number): ServerSignal | undefined {
  if (says.type === 'came') return { type: 'peer-joined', pairing }
  if (n < pairing && isStaleSignal(says)) return undefined
  if (says.type === 'back') return { type: 'peer-back', n }
  if (says.type === 'went') return { type: 'peer-left', reason: says.reason, n }
  // Meant for a page, or by a page, that has been reloaded since.
  return 'pairing' in says && says.pairing !== pairing ? undefined : { ...says, n }
}

/**
 * That their socket broke, or came back, while another pair was there: whether they are here now, the greeting has said.
 * A page without media that hears that all is well begins anew; told of what was, it would do so without end.
 */
const isStaleSignal = (says: StoredSignal): boolean =>
  says.type === 'back' || (says.type === 'went' && says.reason === 'lost')

/** Whether a seat's call is still on, and still its own. */
async function check(db: Db, seat: Seat): Promise<void> {
  const actions = await actionsOf(db, seat.consultationId)
  if (runningCall(actions)?.actionId !== seat.actionId) {
    const since = actions.slice(actions.findIndex(({ id }) => id === seat.actionId) + 1)
    seat.say({ type: 'ended', reason: callEnd(since) })
    return seat.close(CALL_CLOSE.ended)
  }
  if (seat.guestId && !(await stands(db, seat.guestId))) {
    seat.say({ type: 'ended', reason: 'removed' })
    return seat.close(CALL_CLOSE.ended)
  }
  const taken = await seatsOf(db, seat)
  const owner = taken.find(({ role }) => role === seat.role)?.socketId
  if (owner && owner !== seat.socketId) return seat.close(CALL_CLOSE.replaced)
  const declined = taken.some(({ role, declined }) => role === 'patient' && declined)
  if (seat.role === 'clinician' && declined && !seat.declineTold) seat.say({ type: 'peer-declined' })
  seat.declineTold = declined
}
