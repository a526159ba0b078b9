import { registerPatient } from '@cuida/core/access/api.ts'
import type { AccountProfile } from '@cuida/core/profile/profile.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { keptAnonymousUser } from '../../invite/kept.ts'
import { api } from '../../kit/api.ts'
import { StepLost } from '../session/StepLost.tsx'
import { SocialProfileScreen } from '../social/SocialProfileScreen.tsx'
import { withInvitations } from '../welcome/invitations.ts'
import { enterNewAccount } from './enter-new-account.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { currentStep, socialStep } from './registration.ts'

/** Spec 1 §2 "CreateAccountProfile": who the person is, a password, and their consent. */
export function CreateProfileScreen() {
  const step = currentStep('profile')
  const social = socialStep()
  if (social) return <SocialProfileScreen step={social} />
  if (!step) return <StepLost />
  const { phone, token } = step
  async function register(profile: AccountProfile): Promise<void> {
    const reply = await api(registerPatient, { accountType: 'PHONE', ...withInvitations(profile) }, { token })
    enterNewAccount(reply)
  }
  return (
    <Screen title={t('access.profile.title')} status={t('access.step', { now: 2, all: 2 })}>
      <ProfileForm {...(phone ? { phone } : {})} known={keptAnonymousUser()} onSubmit={register} />
    </Screen>
  )
}
