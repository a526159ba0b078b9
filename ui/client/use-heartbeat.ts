import { useEffect, useRef } from 'react'

const EVERY_MS = 60_000
/** Spec 1 §4 "Inactivity": what counts as somebody being there. `call-ongoing` is said by a call while it lasts. */
const SIGNS = ['mousemove', 'mousedown', 'resize', 'keydown', 'touchstart', 'wheel', 'call-ongoing'] as const
export const CALL_ONGOING = 'call-ongoing'

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
    let seen = Date.now()
    const see = () => {
      seen = Date.now()
    }
    const tick = () => {
      if (Date.now() - seen <= idleMs) send.current()
    }
    const onVisible = () => {
      if (document.visibilityState !== 'visible') return
      see()
      tick()
    }
    tick()
    const timer = setInterval(tick, EVERY_MS)
    for (const sign of SIGNS) addEventListener(sign, see, { passive: true })
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) removeEventListener(sign, see)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [idleMs, on])
}
