import { useSyncExternalStore } from 'react'

let keptAt: string | undefined
const listeners = new Set<() => void>()

/** The time of day, as this reader writes it. `undefined`: the screens show what the server says. */
export function setKeptAt(time: string | undefined): void {
  if (time === keptAt) return
  keptAt = time
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** When the newest of what is shown from before was read; undefined while nothing is (kept-data.ts). */
export const useKeptAt = (): string | undefined =>
  useSyncExternalStore(
    subscribe,
    () => keptAt,
    () => undefined,
  )
