import { useEffect, useRef, useState } from 'react'
import { isServerClockKnown, serverNow } from '../client/server-clock.ts'

const secondsTo = (until: number): number => Math.max(0, Math.ceil((until - serverNow()) / 1_000))

/**
 * Whole seconds left until a moment, updated each second. Calls `onEnd` once when none is left; a past moment ends at
 * once. Uses the server's time, and nothing ends before the client knows it.
 */
export function useCountdown(until: string | number | Date, onEnd?: () => void): number {
  const end = new Date(until).getTime()
  const [secondsLeft, setSecondsLeft] = useState(() => secondsTo(end))
  const ended = useRef(onEnd)
  ended.current = onEnd
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      const seconds = secondsTo(end)
      setSecondsLeft(seconds)
      if (seconds === 0 && isServerClockKnown()) return ended.current?.()
      // Aligned to the moment, so that two countdowns to it tick together.
      timer = setTimeout(tick, (end - serverNow()) % 1_000 || 1_000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [end])
  return secondsLeft
}
