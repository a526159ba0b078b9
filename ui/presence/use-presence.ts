import { useEffect, useRef, useState } from 'react'
import { inServerTime } from '../client/server-clock.ts'
import { onceAMinute } from './heartbeat.ts'
import { createIdle, type IdleSettings, type Presence } from './idle.ts'
import { browserSurroundings, onSign, type Surroundings } from './signs.ts'

const TICK_MS = 1_000

interface Watched {
  presence: Presence
  endsAt: number
}

/** Whether somebody is there (A4.14); `stay` answers the warning in every tab. */
export function usePresence({ beat, sessionId, idleMs, warningMs, storage }: Omit<WatchSettings, 'onChange' | 'now'>) {
  const [watched, setWatched] = useState<Watched>({ presence: 'here', endsAt: 0 })
  const watch = useRef<Watch>(undefined)
  const send = useRef(beat)
  send.current = beat
  useEffect(() => {
    const onChange = (presence: Presence, endsAt: number) => setWatched({ presence, endsAt })
    watch.current = watchPresence(
      { sessionId, idleMs, warningMs, storage, beat: () => send.current(), onChange },
      browserSurroundings(),
    )
    return () => watch.current?.stop()
  }, [sessionId, idleMs, warningMs, storage])
  return { ...watched, stay: () => watch.current?.stay() }
}

interface WatchSettings extends IdleSettings {
  /** Tells the server that somebody is here; its failures are its own to deal with. */
  beat: () => void
  /** `endsAt` is when the session ends unless somebody is seen; milliseconds since 1970. */
  onChange: (presence: Presence, endsAt: number) => void
}

export interface Watch {
  stay(): void
  stop(): void
}

/** Watches over one session in one tab: signs in, heartbeats out, and a word whenever somebody comes or goes. */
export function watchPresence({ beat, onChange, ...settings }: WatchSettings, surroundings: Surroundings): Watch {
  const idle = createIdle(settings)
  const pulse = onceAMinute(beat)
  const stopHearing = idle.onChange((presence) => onChange(presence, inServerTime(idle.endsAt())))
  const stopListening = onSign(idle.see, surroundings)
  const tick = () => {
    if (idle.check() === 'here') pulse()
  }
  const timer = setInterval(tick, TICK_MS)
  // Back from the browser's memory of pages: no timer has run since the page was left.
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
