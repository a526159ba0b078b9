import { createAlarmTone } from '@cuida/ui/presence/ring-tone.ts'
import { useEffect, useState } from 'react'

const EVERY_MS = 4_000
/** A desk that cannot take anybody now is left in peace for a while, and then reminded. */
const SILENT_MS = 120_000

/**
 * Sounds again and again while somebody may be an emergency and nobody took them. Whoever comes later sounds even at a
 * desk that was silenced.
 */
export function useAlarm(waiting: readonly { id: string }[], inCall: boolean) {
  const [silenced, setSilenced] = useState<ReadonlySet<string>>(new Set())
  const loud = waiting.filter(({ id }) => !silenced.has(id))
  const rings = loud.length > 0 && !inCall
  useEffect(() => {
    if (!rings) return
    const tone = createAlarmTone()
    tone.play()
    const timer = setInterval(tone.play, EVERY_MS)
    return () => {
      clearInterval(timer)
      tone.stop()
    }
  }, [rings])
  useEffect(() => {
    if (silenced.size === 0) return
    const timer = setTimeout(() => setSilenced(new Set()), SILENT_MS)
    return () => clearTimeout(timer)
  }, [silenced])
  return {
    isSilent: loud.length === 0,
    silence: () => setSilenced(new Set(waiting.map(({ id }) => id))),
  }
}
