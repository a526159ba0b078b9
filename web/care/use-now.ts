import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { useEffect, useState } from 'react'

const EVERY_MS = 20_000

/** The time now, as often as words about it may change. */
export function useNow(): Date {
  const [now, setNow] = useState(() => serverDate())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverDate()), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
