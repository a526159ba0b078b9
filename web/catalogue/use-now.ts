import { useEffect, useState } from 'react'

/** The time in milliseconds, looked at again every half minute: opening hours and "today" pass while a screen is open. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
