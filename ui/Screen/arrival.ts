import { type RefObject, useEffect, useLayoutEffect } from 'react'

/** The page itself has just arrived: its reader starts at the top, where a browser puts them. */
let first = true
let returning = false
if (typeof window !== 'undefined') addEventListener('popstate', () => (returning = true))

/**
 * A new screen begins at its heading, for eyes and for ears. On the way back the browser restores the place in the
 * page. Another `key` on the same screen (the next question) is an arrival too.
 */
export function useArrival(
  screen: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  key: unknown,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival is a mount or another key
  useLayoutEffect(() => {
    if (first || !screen.current) return
    screen.current.dataset.arrives = returning ? 'back' : 'forward'
    if (!returning) scrollTo(0, 0)
  }, [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (!first) heading.current?.focus({ preventScroll: true })
    first = false
    returning = false
  }, [key])
}
