import { type RefObject, useEffect, useRef } from 'react'

/** What had the focus is gone, or out of sight: on a narrow screen the list and what was chosen from it take turns. */
const isLost = (): boolean => {
  const { activeElement: focused } = document
  return !focused || focused === document.body || !focused.checkVisibility()
}

/** Where the page itself arrived: there its reader starts at the top, where a browser puts them. */
let landedAt: string | undefined = location.pathname

/** What has just been opened takes the focus that nothing else has. */
export function useFocusOnArrival<E extends HTMLElement>(): RefObject<E | null> {
  const here = useRef<E>(null)
  useEffect(() => {
    if (location.pathname === landedAt) return
    landedAt = undefined
    if (isLost()) here.current?.focus({ preventScroll: true })
  }, [])
  return here
}

/** Whoever comes back to a list goes on at the row that they left by. */
export function useFocusOnReturn<E extends HTMLElement>(isChosen: boolean): RefObject<E | null> {
  const row = useRef<E>(null)
  const was = useRef(isChosen)
  useEffect(() => {
    if (was.current && !isChosen) {
      landedAt = undefined
      if (isLost()) row.current?.focus()
    }
    was.current = isChosen
  }, [isChosen])
  return row
}
