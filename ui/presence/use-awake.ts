import { useEffect } from 'react'

/**
 * Keeps the screen on while asked to, as far as the browser lets us: the lock is lost with every look elsewhere, and
 * asked for again by every look back.
 */
export function useAwake(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let over = false
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      // Refused on a low battery: the screen then goes dark as it always does.
      const given = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (over) await given?.release()
      else lock = given
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [on])
}
