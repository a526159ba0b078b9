import { confirmPhone, registerPatient } from '@cuida/core/access/api.ts'
import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { api } from '../../kit/api.ts'
import { clientId } from '../../platform/platform.ts'
import { requireToken } from '../session/require-token.ts'
import { withInvitations } from '../sign-in/invitations.ts'

/** Answers what opens the profile: the phone is theirs. */
export const provePhone = async (token: string, code: string) =>
  requireToken(await api(confirmPhone, { code }, { token }))

/** An account that its phone opens, for whom the token says. */
export const registerWithPhone = (token: string, profile: AccountProfile) =>
  api(registerPatient, { accountType: 'PHONE', ...withInvitations(profile), clientId: clientId() }, { token })
