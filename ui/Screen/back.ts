import { useEffect } from 'react'

let current: (() => void) | undefined

/** Does what the back of the screen in view would do; false when it shows none. For a phone's own back button. */
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
