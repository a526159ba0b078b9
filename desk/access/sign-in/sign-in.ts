import { endMyDeskSession, staffLogin, staffTotp } from '@cuida/core/access/team/staff-api.ts'
import { tidyEmail } from '@cuida/core/kit/email-address.ts'
import { api, session } from '../../kit/api.ts'

/** Answers what owes the second factor. */
export const enterPassword = async (email: string, password: string): Promise<string> =>
  (await api(staffLogin, { email: tidyEmail(email), password })).accessToken

/** Six digits of the authenticator, by what the password answered. */
export const enterCode = (token: string, code: string) => api(staffTotp, { code }, { token })

/** The new one first: nobody is out in between. The old one opens nothing any more, though its call goes on. */
export async function exchangeSession(email: string, { password, code }: { password: string; code: string }) {
  const reply = await enterCode(await enterPassword(email, password), code)
  const old = session.id()
  session.signIn(reply)
  // Unheard, it ends by itself in minutes.
  if (old) await api(endMyDeskSession, { id: old }).catch(() => {})
}
