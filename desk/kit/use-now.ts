import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { useEffect, useState } from 'react'

/** The time, repainted every so often: for waits that grow while nothing else changes. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
