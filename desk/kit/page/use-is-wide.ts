import { useSyncExternalStore } from 'react'

/**
 * Whether the viewport is at least `px` wide, for layouts that differ in more than style. The media query is in em,
 * as in the style sheets: with a doubled font size the window counts as half as wide.
 */
export function useIsWide(px: number): boolean {
  const query = matchMedia(`(min-width: ${px / 16}em)`)
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => query.matches,
  )
}
