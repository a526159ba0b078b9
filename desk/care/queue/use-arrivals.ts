import type { QueueItem } from '@cuida/core/care/queue/desk-api.ts'
import { createRingTone } from '@cuida/ui/presence/ring-tone.ts'
import { useEffect, useRef, useState } from 'react'

const SOUND_MS = 1_500

/** Who has just said that they are here, or was given to me: heard once, and told until the next. `isQuiet`: not heard. */
export function useArrivals(items: readonly QueueItem[] | undefined, isQuiet: boolean): QueueItem | undefined {
  const [latest, setLatest] = useState<QueueItem>()
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!items) return
    const here = items.filter(({ isHere, handedOver }) => isHere || handedOver)
    const arrived = known.current && here.find(({ id }) => !known.current?.has(id))
    known.current = new Set(here.map(({ id }) => id))
    if (here.length === 0) setLatest(undefined)
    if (!arrived) return
    setLatest(arrived)
    if (isQuiet) return
    const tone = createRingTone()
    tone.play()
    setTimeout(tone.stop, SOUND_MS)
  }, [items, isQuiet])
  return latest
}
