import type { AnalyticsEvent } from '@cuida/core/kit/analytics/analytics-event.ts'
import type { RouteName } from '../routes.ts'

/** An event as components report it, with the screen's name; web/brand/analytics turns it into an address. */
export type ClientEvent = Exclude<AnalyticsEvent, { name: 'page_view' }> | { name: 'page_view'; screen: RouteName }
type Listener = (event: ClientEvent) => void

let last: RouteName | undefined
/** Without analytics no event is sent or stored. */
let listener: Listener = () => {}

/** Reports an event to analytics, if there is any and the person consented. */
export const emitClientEvent: Listener = (event) => listener(event)

/** Starts reporting, beginning with the current screen. */
export function onClientEvent(newListener: Listener): void {
  listener = newListener
  if (last) newListener({ name: 'page_view', screen: last })
}

/** A2.13: a page view is a change of screen, not of its content. */
export function reportScreenView(screen: RouteName): void {
  if (screen !== last) listener({ name: 'page_view', screen })
  last = screen
}
