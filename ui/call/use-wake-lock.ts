import { useEffect } from 'react'

/** The screen stays on while `on`. A browser lets go of it when the page is hidden, so it is asked for again. */
export function useWakeLock(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let gone = false
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      // Refused with an empty battery: the call goes on all the same.
      const got = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (gone) void got?.release()
      else lock = got
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      gone = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [on])
}
