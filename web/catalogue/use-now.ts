import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { useEffect, useState } from 'react'

/** The time in milliseconds, looked at again every half minute: opening hours and "today" pass while a screen is open. */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
