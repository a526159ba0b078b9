import { confirmPhone, registerPatient } from '@cuida/core/access/api.ts'
import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { api } from '../../kit/api.ts'
import { clientId } from '../../platform/platform.ts'
import { withInvitations } from '../sign-in/invitations.ts'

/** Answers what opens the profile: the phone is theirs. A reply without a token proves nothing. */
export async function provePhone(token: string, code: string) {
  const reply = await api(confirmPhone, { code }, { token })
  if (!reply.accessToken) throw new TypeError('The reply to the code has no accessToken')
  return reply
}

/** An account that its phone opens, for whom the token says. */
export const registerWithPhone = (token: string, profile: AccountProfile) =>
  api(registerPatient, { accountType: 'PHONE', ...withInvitations(profile), clientId: clientId() }, { token })
