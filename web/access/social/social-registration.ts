import { registerPatient, registerPhone, validateRegistration } from '@cuida/core/access/api.ts'
import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { api } from '../../kit/api.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { clientId } from '../../platform/platform.ts'
import { pathOf } from '../../routes.ts'
import { enterNewAccount } from '../registration/enter-new-account.ts'
import { rememberStep, type SocialStep } from '../registration/registration.ts'
import { withInvitations } from '../sign-in/invitations.ts'

/** Registration with Google also needs a phone: the profile first, then its code, then the account. */
export async function continueWithProfile(step: SocialStep, profile: AccountProfile): Promise<void> {
  const { token, proved } = step
  // The phone is verified; registration was refused for something that the person has now corrected.
  if (proved?.phone.number === profile.phone.number) return register(step, profile, proved.token)
  rememberStep({ ...step, profile })
  await api(validateRegistration, { accountType: 'SOCIAL', profile }, { token })
  const sent = await api(registerPhone, { phone: profile.phone })
  const social = { ...step, profile, proved: undefined, problem: undefined }
  rememberStep({ at: 'social-verify', phone: profile.phone, token: sent.accessToken, social })
  goTo(pathOf('verifyPhone', {}))
}

/** Registers after the code. A refusal returns to the form, which keeps its values; the phone stays verified. */
export async function finishWithPhone(social: SocialStep, proved: NonNullable<SocialStep['proved']>): Promise<void> {
  const { profile } = social
  const back = (problem: string | undefined) => {
    rememberStep({ ...social, proved, problem })
    goTo(pathOf('createProfile'), { replace: true })
  }
  if (!profile) return back(undefined)
  try {
    await register(social, profile, proved.token)
  } catch (error) {
    back(error instanceof CallFailed ? error.code : 'UNEXPECTED')
  }
}

async function register(step: SocialStep, profile: AccountProfile, token: string): Promise<void> {
  const registration = { accountType: 'SOCIAL', ...withInvitations(profile), socialToken: step.token } as const
  enterNewAccount(await api(registerPatient, { ...registration, clientId: clientId() }, { token }))
}
