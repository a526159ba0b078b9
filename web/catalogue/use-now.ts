import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { useEffect, useState } from 'react'

/**
 * The server's time in milliseconds, updated every half minute: opening hours and "today" change while a screen is
 * open.
 */
export function useNow(everyMs = 30_000): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
