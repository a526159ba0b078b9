import type { QueueItem } from '@cuida/core/care/desk-api.ts'
import { createRingTone } from '@cuida/ui/presence/ring-tone.ts'
import { useEffect, useRef, useState } from 'react'

const SOUND_MS = 1_500

/** First name of who has just said that they are here: heard once, and named until the next. `isQuiet`: not heard. */
export function useArrivals(items: readonly QueueItem[] | undefined, isQuiet: boolean): string | undefined {
  const [name, setName] = useState<string>()
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!items) return
    const here = items.filter(({ isHere }) => isHere)
    const arrived = known.current && here.find(({ id }) => !known.current?.has(id))
    known.current = new Set(here.map(({ id }) => id))
    if (here.length === 0) setName(undefined)
    if (!arrived) return
    setName(arrived.patient.firstName)
    if (isQuiet) return
    const tone = createRingTone()
    tone.play()
    setTimeout(tone.stop, SOUND_MS)
  }, [items, isQuiet])
  return name
}
