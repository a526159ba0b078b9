import type { SignedOutReason } from '@cuida/ui/client/session/tabs.ts'
import { lazyModule, loadEventually } from '@cuida/ui/lazy/lazy-module.ts'
import { forgetPath, rememberPath } from './access/sign-in/continue-path.ts'
import { forgetPhone } from './access/sign-in/known-phone.ts'
import type { Reason } from './access/sign-in/reasons.ts'
import { forgetInvitations } from './invite/invitation-store.ts'
import { CHAT_OPENED_KEY } from './kit/chat-key.ts'
import { goTo } from './kit/navigation/navigation.ts'
import { pathOf } from './routes.ts'

/** Loaded with the booking screens, or here when the person signs out elsewhere. */
const cartStore = lazyModule(() => import('./booking/cart/cart-store.ts'))
const chatMark = lazyModule(() => import('./support/help/chat-mark.ts'))

/** Welcome's reason after a session that the person did not end. */
const WHY: Record<Exclude<SignedOutReason, 'left'>, Reason> = { idle: 'inactivity', expired: 'unauthorized' }

/**
 * A4.5: removes the person's data in every tab. A session that expired keeps the booking and the path for the same
 * person; a sign-out keeps nothing.
 */
export function afterSignOut(reason: SignedOutReason, elsewhere?: true): void {
  forgetPhone()
  forgetInvitations()
  if (localStorage.getItem(CHAT_OPENED_KEY)) void loadEventually(chatMark).then(({ forgetChat }) => forgetChat())
  const store = loadEventually(cartStore)
  if (reason === 'left') {
    // Unsent files (care/documents): the next person must not find them.
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
