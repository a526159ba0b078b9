/** Said by a call while it lasts: who listens and speaks is there, though they touch nothing. */
export const CALL_ONGOING = 'call-ongoing'

/** A4.14: what counts as somebody being there; a tab that comes to the front is one more. */
const SIGNS = ['mousemove', 'mousedown', 'resize', 'keydown', 'touchstart', 'wheel', CALL_ONGOING] as const
export type Sign = (typeof SIGNS)[number] | 'visibilitychange'

/** The window and the document that are listened to; a test brings its own. */
export interface Surroundings {
  view: EventTarget
  page: EventTarget & { readonly visibilityState: string }
}
export const browserSurroundings = (): Surroundings => ({ view: window, page: document })

/** Hears every sign until the returned function is called. */
export function onSign(listener: (sign: Sign) => void, { view, page }: Surroundings): () => void {
  let pointer = ''
  const hear = (event: Event) => {
    if (event.type === 'mousemove') {
      // Browsers also say "move" when the page moves under a mouse that lies still.
      const { screenX, screenY } = event as MouseEvent
      if (pointer === `${screenX} ${screenY}`) return
      pointer = `${screenX} ${screenY}`
    }
    listener(event.type as Sign)
  }
  const onVisible = () => page.visibilityState === 'visible' && listener('visibilitychange')
  // While capturing, so that no component can keep a sign to itself.
  for (const sign of SIGNS) view.addEventListener(sign, hear, { passive: true, capture: true })
  page.addEventListener('visibilitychange', onVisible)
  return () => {
    for (const sign of SIGNS) view.removeEventListener(sign, hear, { capture: true })
    page.removeEventListener('visibilitychange', onVisible)
  }
}
