import { createRingTone } from '@cuida/ui/presence/ring-tone.ts'
import { useEffect } from 'react'
import { platform } from '../../platform/platform.ts'

const ROUND_MS = 3_000

/** Rings while `on`: sound, vibration, and the tab's title (product 11.8). */
export function useRing(on: boolean, title: string): void {
  useEffect(() => {
    if (!on) return
    const before = document.title
    const sound = createRingTone()
    const ring = () => {
      sound.play()
      platform().haptic('ring')
      document.title = document.title === title ? before : title
    }
    ring()
    const timer = setInterval(ring, ROUND_MS)
    return () => {
      clearInterval(timer)
      sound.stop()
      navigator.vibrate?.(0)
      document.title = before
    }
  }, [on, title])
}
