import { useEffect, useReducer, useState } from 'react'
import { type LazyModule, RETRY_PAUSE_MS } from './lazy-module.ts'
import { NeedsReload, waitForNetwork } from './load-with-retry.ts'

export interface LazyState<T> {
  here: T | undefined
  /** The failure of the last round of retries. */
  failure: unknown
  /** A round of retries is running. */
  trying: boolean
  again: () => void
}

/**
 * A lazy module for the screen that shows it. A failed load is retried when the network is back, and at intervals.
 */
export function useLazyModule<T>(module: LazyModule<T>): LazyState<T> {
  const [failure, setFailure] = useState<unknown>()
  const [trying, setTrying] = useState(true)
  const [tries, again] = useReducer((count: number) => count + 1, 0)
  const loadedModule = module.here()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks for another try
  useEffect(() => {
    if (module.here()) return
    let isCurrent = true
    const ended = (how?: unknown) => {
      if (!isCurrent) return
      setFailure(how)
      setTrying(false)
      if (how !== undefined && !(how instanceof NeedsReload))
        void waitForNetwork(RETRY_PAUSE_MS).then(() => isCurrent && again())
    }
    setTrying(true)
    module.load().then(() => ended(), ended)
    return () => {
      isCurrent = false
    }
  }, [module, tries])
  return { here: loadedModule, failure, trying, again }
}
