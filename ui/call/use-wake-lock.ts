import { useEffect } from 'react'

/** Keeps the screen on while `on`. Browsers release the lock when the page is hidden, so it is requested again. */
export function useWakeLock(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    let isUnmounted = false
    const requestLock = async () => {
      if (document.visibilityState !== 'visible') return
      // Refused on a low battery: the call goes on.
      const got = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isUnmounted) void got?.release()
      else lock = got
    }
    void requestLock()
    document.addEventListener('visibilitychange', requestLock)
    return () => {
      isUnmounted = true
      document.removeEventListener('visibilitychange', requestLock)
      void lock?.release()
    }
  }, [on])
}
