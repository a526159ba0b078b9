import { useSyncExternalStore } from 'react'

/**
 * Whether the window is at least so wide, in CSS pixels while letters are of the usual size: where two layouts differ in more
 * than a style. Whoever reads letters twice as large has a window half as wide, as in the style sheets.
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
