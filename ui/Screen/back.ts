import { useEffect } from 'react'

let current: (() => void) | undefined

/** Performs the back action of the current screen, for the system back button; returns false when it has none. */
export function pressBack(): boolean {
  current?.()
  return current !== undefined
}

export function usePressableBack(back: (() => void) | undefined): void {
  useEffect(() => {
    current = back
    return () => {
      if (current === back) current = undefined
    }
  }, [back])
}
