import { useEffect, useSyncExternalStore } from 'react'

const running = new Set<symbol>()
const listeners = new Set<() => void>()

function change(apply: () => void): void {
  apply()
  for (const listener of listeners) listener()
}

/** While `isRunning` (a call, a pending form) nothing may replace the screen. */
export function useUninterruptible(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return
    const task = Symbol()
    change(() => running.add(task))
    return () => change(() => running.delete(task))
  }, [isRunning])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether something is running that must not be interrupted. */
export const useIsUninterruptible = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => running.size > 0,
    () => false,
  )
