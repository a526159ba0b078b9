import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { useEffect, useState } from 'react'

/** The server time in ms, updated at an interval, for waiting times that grow while no data changes. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
