import { useSyncExternalStore } from 'react'
import { CallFailed, OFFLINE } from './call-failed.ts'

/** Whether a call failed without a reply: no network, or an unusable one. */
export const isOffline = (failure: unknown): boolean => failure instanceof CallFailed && failure.code === OFFLINE

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** What the browser reports: false is certain; true only means that there is some network. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  )
