import { confirmPhone, registerPatient } from '@cuida/core/access/api.ts'
import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { api } from '../../kit/api.ts'
import { clientId } from '../../platform/platform.ts'
import { requireToken } from '../session/require-token.ts'
import { withInvitations } from '../sign-in/invitations.ts'

/** Verifies the phone; returns the token that authorises registration. */
export const confirmPhoneCode = async (token: string, code: string) =>
  requireToken(await api(confirmPhone, { code }, { token }))

/** Creates an account for the phone that the token verifies. */
export const registerWithPhone = (token: string, profile: AccountProfile) =>
  api(registerPatient, { accountType: 'PHONE', ...withInvitations(profile), clientId: clientId() }, { token })
