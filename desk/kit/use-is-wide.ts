import { useSyncExternalStore } from 'react'

/** Whether the window is at least so wide, in CSS pixels: where two layouts differ in more than a style. */
export function useIsWide(px: number): boolean {
  const query = matchMedia(`(min-width: ${px}px)`)
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => query.matches,
  )
}
