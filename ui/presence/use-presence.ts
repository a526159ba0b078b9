import { useEffect, useRef, useState } from 'react'
import { inServerTime } from '../client/server-clock.ts'
import { type ActivityTargets, browserSurroundings, onActivity } from './activity-events.ts'
import { limitToOncePerMinute } from './heartbeat.ts'
import { createIdle, type IdleSettings, type Presence } from './idle.ts'

const TICK_MS = 1_000

interface Watched {
  presence: Presence
  endsAt: number
}

/** Whether the user is active (A4.14); `stay` answers the warning in every tab. */
export function usePresence({
  sendHeartbeat,
  sessionId,
  idleMs,
  warningMs,
  storage,
}: Omit<WatchSettings, 'onChange' | 'now'>) {
  const [watched, setWatched] = useState<Watched>({ presence: 'here', endsAt: 0 })
  const watch = useRef<PresenceWatch>(undefined)
  const send = useRef(sendHeartbeat)
  send.current = sendHeartbeat
  useEffect(() => {
    const onChange = (presence: Presence, endsAt: number) => setWatched({ presence, endsAt })
    watch.current = watchPresence(
      { sessionId, idleMs, warningMs, storage, sendHeartbeat: () => send.current(), onChange },
      browserSurroundings(),
    )
    return () => watch.current?.stop()
  }, [sessionId, idleMs, warningMs, storage])
  return { ...watched, stay: () => watch.current?.stay() }
}

interface WatchSettings extends IdleSettings {
  /** Sends a heartbeat and handles its own failures. */
  sendHeartbeat: () => void
  /** `endsAt` is when the session ends without further activity, in ms since 1970. */
  onChange: (presence: Presence, endsAt: number) => void
}

export interface PresenceWatch {
  stay(): void
  stop(): void
}

/** Watches one session in one tab: observes activity, sends heartbeats, and reports changes of presence. */
export function watchPresence(
  { sendHeartbeat, onChange, ...settings }: WatchSettings,
  surroundings: ActivityTargets,
): PresenceWatch {
  const idle = createIdle(settings)
  const pulse = limitToOncePerMinute(sendHeartbeat)
  const stopHearing = idle.onChange((presence) => onChange(presence, inServerTime(idle.endsAt())))
  const stopListening = onActivity(idle.see, surroundings)
  const tick = () => {
    if (idle.check() === 'here') pulse()
  }
  const timer = setInterval(tick, TICK_MS)
  // Restored from the back/forward cache: no timer has run meanwhile.
  surroundings.view.addEventListener('pageshow', tick)
  const first = idle.check()
  if (first === 'here') pulse()
  else onChange(first, inServerTime(idle.endsAt()))
  return {
    stay: idle.stay,
    stop() {
      clearInterval(timer)
      surroundings.view.removeEventListener('pageshow', tick)
      stopListening()
      stopHearing()
      idle.close()
    },
  }
}
