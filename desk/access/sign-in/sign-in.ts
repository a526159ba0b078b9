import { endMyDeskSession, staffLogin, verifyStaffTotp } from '@cuida/core/access/team/staff-api.ts'
import { tidyEmail } from '@cuida/core/kit/email-address.ts'
import { api, session } from '../../kit/api.ts'

/** Returns the token that the second factor needs. */
export const enterPassword = async (email: string, password: string): Promise<string> =>
  (await api(staffLogin, { email: tidyEmail(email), password })).accessToken

/** Sends the six digits with the token that the password returned. */
export const enterCode = (token: string, code: string) => api(verifyStaffTotp, { code }, { token })

/**
 * Continues in a new session, which was opened first, so that the user is never signed out. The old session is ended; a
 * running video call goes on.
 */
export async function exchangeSession(reply: Awaited<ReturnType<typeof enterCode>>): Promise<void> {
  const old = session.id()
  session.signIn(reply)
  // If this request fails, the old session expires in some minutes.
  if (old) await api(endMyDeskSession, { id: old }).catch(() => {})
}
