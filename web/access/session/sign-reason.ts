import { isSignReason, type SignReason } from '@cuida/core/access/sign-in/sign-reason.ts'

const KEY = 'signed'

/** Remembers how a session began in this tab (A3.15), until the next visit of `/redirect`. */
export const rememberSignReason = (reason: SignReason): void => sessionStorage.setItem(KEY, reason)

/** Returns and clears the reason; undefined for a session that was merely resumed. `signup` is the mark of A4.4. */
export function takeSignReason(): SignReason | undefined {
  const reason = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return isSignReason(reason) ? reason : undefined
}
