import { deviceNow } from '../client/server-clock.ts'
import { onSign, type Surroundings } from './signs.ts'

const EVERY_MS = 60_000

/** A9.2: at most one heartbeat a minute, however often it is asked for. */
export function onceAMinute(beat: () => void, now: () => number = deviceNow): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const time = now()
    // A clock that was put back must not silence the heart.
    if (time - last < EVERY_MS && time >= last) return
    last = time
    beat()
  }
}

interface Heartbeat {
  /** Sends one; its failures are its own to deal with. */
  beat: () => void
  /** No sign for this long: nobody is there, and the session may end by itself. */
  idleMs: number
}

/** Says once a minute that somebody is here, so that the server keeps their session; until the result is called. */
export function keepAlive({ beat, idleMs }: Heartbeat, surroundings: Surroundings): () => void {
  const pulse = onceAMinute(beat)
  let seen = deviceNow()
  const tick = () => {
    if (deviceNow() - seen <= idleMs) pulse()
  }
  const stopListening = onSign((sign) => {
    seen = deviceNow()
    if (sign === 'visibilitychange') tick()
  }, surroundings)
  const timer = setInterval(tick, EVERY_MS)
  tick()
  return () => {
    clearInterval(timer)
    stopListening()
  }
}
