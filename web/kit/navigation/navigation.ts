import { navigate } from 'wouter/use-browser-location'
import { pathOf } from '../../routes.ts'

/**
 * Navigates within the app. The history's state holds the depth, so that "back" knows whether there is a previous
 * screen.
 */
export function goTo(path: string, { replace = false }: { replace?: boolean } = {}): void {
  const depth = depthOf()
  navigate(path, { replace, state: { depth: replace ? depth : depth + 1 } })
}

/** Whether a previous screen of the app exists. */
export const hasHistory = (): boolean => depthOf() > 0

/** A2.15: back if possible, else to the fallback, else to Home. */
export function goBack(fallback?: string): void {
  if (hasHistory()) history.back()
  else goTo(fallback ?? pathOf('home', {}), { replace: true })
}

/** Whether `markEntry` was called with this name at the current history entry. */
export const isEntryMarked = (name: string): boolean => entryState()[name] === true

/** Marks the current history entry, so that a screen that is reached again with "back" can look as it did. */
export const markEntry = (name: string): void => history.replaceState({ ...entryState(), [name]: true }, '')

function depthOf(): number {
  const { depth } = entryState()
  return typeof depth === 'number' ? depth : 0
}

function entryState(): Record<string, unknown> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}
