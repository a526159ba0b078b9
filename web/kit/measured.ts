import type { AnalyticsEvent } from '@cuida/core/kit/analytics/analytics-event.ts'
import type { RouteName } from '../routes.ts'

/** As it happens here; a screen by its name, which becomes an address where it is told (web/brand/measuring). */
export type Happening = Exclude<AnalyticsEvent, { name: 'page_view' }> | { name: 'page_view'; screen: RouteName }
type Listener = (event: Happening) => void

let last: RouteName | undefined
/** As the product comes nobody listens, and nothing is kept for anybody. */
let tell: Listener = () => {}

/** Tells whoever counts, if anybody does and the person said yes. */
export const measured: Listener = (event) => tell(event)

/** From now on, and of the screen that stands there. */
export function whenMeasured(hear: Listener): void {
  tell = hear
  if (last) hear({ name: 'page_view', screen: last })
}

/** A2.13: a page view is a change of screen, not of what is on it. */
export function screenShown(screen: RouteName): void {
  if (screen !== last) tell({ name: 'page_view', screen })
  last = screen
}
