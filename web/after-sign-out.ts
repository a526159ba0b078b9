import type { SignedOutReason } from '@cuida/ui/client/session/tabs.ts'
import { part, sometime } from '@cuida/ui/lazy/part.ts'
import { forgetPath, rememberPath } from './access/sign-in/continue-path.ts'
import { forgetPhone } from './access/sign-in/known-phone.ts'
import type { Reason } from './access/sign-in/reasons.ts'
import { forgetInvitations } from './invite/kept.ts'
import { CHAT } from './kit/chat-key.ts'
import { goTo } from './kit/navigation/navigation.ts'
import { pathOf } from './routes.ts'

/** The store of the running booking comes with the booking screens; who signs out elsewhere needs it once. */
const cartStore = part(() => import('./booking/cart/cart-store.ts'))
const chatMark = part(() => import('./support/help/chat-mark.ts'))

/** What Welcome says to somebody who did not choose to leave. */
const WHY: Record<Exclude<SignedOutReason, 'left'>, Reason> = { idle: 'inactivity', expired: 'unauthorized' }

/**
 * A4.5: nothing of the person stays, in any tab. A session that ended by itself leaves the booking and the
 * address waiting for them; one that they ended leaves nothing.
 */
export function afterSignOut(reason: SignedOutReason, elsewhere?: true): void {
  forgetPhone()
  forgetInvitations()
  if (localStorage.getItem(CHAT)) void sometime(chatMark).then(({ forgetChat }) => forgetChat())
  const store = sometime(cartStore)
  if (reason === 'left') {
    // Files that were still to be sent (care/documents): nobody finds them here later.
    globalThis.indexedDB?.deleteDatabase('uploads')
    void store.then(({ clearBooking }) => clearBooking()).catch(() => {})
    forgetPath()
    goTo(pathOf(elsewhere ? 'loggedOut' : 'welcome'), { replace: true })
  } else {
    void store.then(({ hideBooking }) => hideBooking()).catch(() => {})
    rememberPath(location.pathname + location.search)
    goTo(pathOf('redirect', {}, { reason: WHY[reason] }), { replace: true })
  }
}
