import { useSyncExternalStore } from 'react'
import { CallFailed, OFFLINE } from './call-failed.ts'

/** Whether a call failed because nobody was reached: no network, or none that is any good. */
export const isLost = (failure: unknown): boolean => failure instanceof CallFailed && failure.code === OFFLINE

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** What the browser knows: false is certain, true only says that there is a network of some kind. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  )
