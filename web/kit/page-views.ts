import type { RouteName } from '../routes.ts'

type Listener = (screen: RouteName) => void

let listener: Listener | undefined
let last: RouteName | undefined

/** As the product comes nobody listens, and nothing is loaded for it; `provideTracking` does (web/access/welcome/tracking.ts). */
export function whenScreenChanges(listen: Listener): void {
  listener = listen
}

/** Spec 1 §2: a page view is a change of screen, not of what is on it. Only the name leaves here, never an address. */
export function screenShown(screen: RouteName): void {
  if (screen === last) return
  last = screen
  listener?.(screen)
}
