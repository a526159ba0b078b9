/** Sent by a call while it lasts: a call counts as activity, although the user touches nothing. */
export const CALL_ONGOING = 'call-ongoing'

/** A4.14: the events that count as activity; a tab that becomes visible is another. */
const SIGNS = ['mousemove', 'mousedown', 'resize', 'keydown', 'touchstart', 'wheel', CALL_ONGOING] as const
export type ActivityEvent = (typeof SIGNS)[number] | 'visibilitychange'

/** The window and document whose events are observed; tests pass their own. */
export interface ActivityTargets {
  view: EventTarget
  page: EventTarget & { readonly visibilityState: string }
}
export const browserSurroundings = (): ActivityTargets => ({ view: window, page: document })

/** Calls the listener on every activity until the returned function is called. */
export function onActivity(listener: (sign: ActivityEvent) => void, { view, page }: ActivityTargets): () => void {
  let pointer = ''
  const handleEvent = (event: Event) => {
    if (event.type === 'mousemove') {
      // Browsers also fire `mousemove` when the page moves under a resting mouse.
      const { screenX, screenY } = event as MouseEvent
      if (pointer === `${screenX} ${screenY}`) return
      pointer = `${screenX} ${screenY}`
    }
    listener(event.type as ActivityEvent)
  }
  const onVisible = () => page.visibilityState === 'visible' && listener('visibilitychange')
  // In the capture phase, so that `stopPropagation` in a component does not hide an event.
  for (const sign of SIGNS) view.addEventListener(sign, handleEvent, { passive: true, capture: true })
  page.addEventListener('visibilitychange', onVisible)
  return () => {
    for (const sign of SIGNS) view.removeEventListener(sign, handleEvent, { capture: true })
    page.removeEventListener('visibilitychange', onVisible)
  }
}
