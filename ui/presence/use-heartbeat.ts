import { useEffect, useRef } from 'react'
import { keepAlive } from './heartbeat.ts'
import { browserSurroundings } from './signs.ts'

interface Heartbeat {
  /** Sends one; its failures are its own to deal with. */
  beat: () => void
  /** No sign for this long: nobody is there, and the session may end by itself. */
  idleMs: number
  on: boolean
}

/** Says once a minute that somebody is here, so that the server keeps their session. */
export function useHeartbeat({ beat, idleMs, on }: Heartbeat): void {
  const send = useRef(beat)
  send.current = beat
  useEffect(() => {
    if (!on) return
    return keepAlive({ beat: () => send.current(), idleMs }, browserSurroundings())
  }, [idleMs, on])
}
