import { navigate } from 'wouter/use-browser-location'
import { pathOf } from '../../routes.ts'

/** Goes to an address of ours. Depth is counted in the history's state, so that "back" knows whether there is one. */
export function goTo(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const depth = depthOf()
  navigate(path, { replace, state: { depth: replace ? depth : depth + 1 } })
}

/** Whether there is a screen of ours to go back to. */
export const hasHistory = (): boolean => depthOf() > 0

/** A2.15: back if possible, else to the fallback, else to Home. */
export function goBack(fallback?: string): void {
  if (hasHistory()) history.back()
  else goTo(fallback ?? pathOf('home', {}), { replace: true })
}

function depthOf(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number'
    ? state.depth
    : 0
}
