import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { useEffect, useState } from 'react'

const EVERY_MS = 20_000

/** The current time, updated as often as texts about it may change. */
export function useNow(): Date {
  const [now, setNow] = useState(() => serverDate())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverDate()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
