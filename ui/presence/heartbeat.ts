import { deviceNow } from '../client/server-clock.ts'
import { type ActivityTargets, onActivity } from './activity-events.ts'

const EVERY_MS = 60_000

/** A9.2: at most one heartbeat per minute, however often it is called. */
export function limitToOncePerMinute(sendHeartbeat: () => void, now: () => number = deviceNow): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const time = now()
    // A device clock that is set back must not stop the heartbeat.
    if (time - last < EVERY_MS && time >= last) return
    last = time
    sendHeartbeat()
  }
}

interface Heartbeat {
  /** Sends a heartbeat and handles its own failures. */
  sendHeartbeat: () => void
  /** Without activity for this long the heartbeats stop, and the session may expire. */
  idleMs: number
}

/**
 * Sends a heartbeat once a minute while the user is active, so that the server keeps the session. Returns a function
 * that stops it.
 */
export function keepAlive({ sendHeartbeat, idleMs }: Heartbeat, surroundings: ActivityTargets): () => void {
  const pulse = limitToOncePerMinute(sendHeartbeat)
  let lastActiveAt = deviceNow()
  const tick = () => {
    if (deviceNow() - lastActiveAt <= idleMs) pulse()
  }
  const stopListening = onActivity((sign) => {
    lastActiveAt = deviceNow()
    if (sign === 'visibilitychange') tick()
  }, surroundings)
  const timer = setInterval(tick, EVERY_MS)
  tick()
  return () => {
    clearInterval(timer)
    stopListening()
  }
}
