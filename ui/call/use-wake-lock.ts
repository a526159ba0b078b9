import { useEffect } from 'react'

/** Keeps the screen on while `on`. Browsers release the lock when the page is hidden, so it is requested again. */
export function useWakeLock(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let gone = false
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      // Refused on a low battery: the call goes on.
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
