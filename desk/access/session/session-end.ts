import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { useSyncExternalStore } from 'react'

/** When this session ends, by the server's clock, as of the last heartbeat. */
let endsAt: number | undefined
const listeners = new Set<() => void>()

export function keepSessionEnd(inSeconds: number): void {
  endsAt = serverNow() + inSeconds * 1_000
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSessionEnd = (): number | undefined => useSyncExternalStore(subscribe, () => endsAt)
