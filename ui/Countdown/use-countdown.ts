import { useEffect, useRef, useState } from 'react'
import { isServerClockKnown, serverNow } from '../client/server-clock.ts'

const secondsTo = (until: number): number => Math.max(0, Math.ceil((until - serverNow()) / 1_000))

/**
 * Whole seconds left until a moment, once a second. `onEnd` is called once, when none is left; a moment that is past
 * when it is given ends at once. Both are the server's time; before
 * its clock is known nothing ends.
 */
export function useCountdown(until: string | number | Date, onEnd?: () => void): number {
  const end = new Date(until).getTime()
  const [left, setLeft] = useState(() => secondsTo(end))
  const ended = useRef(onEnd)
  ended.current = onEnd
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      const seconds = secondsTo(end)
      setLeft(seconds)
      if (seconds === 0 && isServerClockKnown()) return ended.current?.()
      // Aligned to the moment itself, so that two countdowns to it turn together.
      timer = setTimeout(tick, (end - serverNow()) % 1_000 || 1_000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [end])
  return left
}
