import { useEffect, useReducer, useState } from 'react'
import { NeedsReload, pause } from './keep-trying.ts'
import { AGAIN_MS, type Part } from './part.ts'

export interface Coming<T> {
  here: T | undefined
  /** How the last few tries ended. */
  failure: unknown
  /** A few tries are under way. */
  trying: boolean
  again: () => void
}

/** A part for the screen that shows it. What failed is tried again when the network is back, and now and then. */
export function usePart<T>(wanted: Part<T>): Coming<T> {
  const [failure, setFailure] = useState<unknown>()
  const [trying, setTrying] = useState(true)
  const [tries, again] = useReducer((count: number) => count + 1, 0)
  const here = wanted.here()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks for another try
  useEffect(() => {
    if (wanted.here()) return
    let isCurrent = true
    const ended = (how?: unknown) => {
      if (!isCurrent) return
      setFailure(how)
      setTrying(false)
      if (how !== undefined && !(how instanceof NeedsReload)) void pause(AGAIN_MS).then(() => isCurrent && again())
    }
    setTrying(true)
    wanted.load().then(() => ended(), ended)
    return () => {
      isCurrent = false
    }
  }, [wanted, tries])
  return { here, failure, trying, again }
}
