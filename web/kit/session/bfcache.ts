import type { Session } from '@cuida/ui/client/session/session.ts'

/**
 * Browsers keep whole pages, to show them at once on the way back; sessions may end meanwhile, and what was on such a page
 * must not be seen again. A page is kept hidden, and shown only to the session that left it.
 */
export function hideUntilKnown(
  session: Pick<Session, 'id'>,
  root: HTMLElement,
  reload = () => location.reload(),
): void {
  let left: string | undefined
  addEventListener('pagehide', () => {
    left = session.id()
    root.hidden = left !== undefined
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (session.id() !== left) return reload()
    // A frame later: whoever watches over the session has looked at the clock by then.
    requestAnimationFrame(() => {
      root.hidden = false
    })
  })
}
