import { isSignReason, type SignReason } from '@cuida/core/access/sign-in/sign-reason.ts'

const KEY = 'signed'

/** Somebody has just got in, in this tab (A3.15); until the next stop at `/redirect`. */
export const markSigned = (reason: SignReason): void => sessionStorage.setItem(KEY, reason)

/** How, once; undefined for who only comes back to a session. `signup` is the mark of A4.4. */
export function takeSigned(): SignReason | undefined {
  const reason = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return isSignReason(reason) ? reason : undefined
}
