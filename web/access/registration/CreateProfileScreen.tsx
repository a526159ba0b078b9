import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { keptAnonymousUser } from '../../invite/kept.ts'
import { StepLost } from '../session/StepLost.tsx'
import { SocialProfileScreen } from '../social/SocialProfileScreen.tsx'
import { enterNewAccount } from './enter-new-account.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { currentStep, socialStep } from './registration.ts'
import { registerWithPhone } from './registration-calls.ts'

/** A2.17: who the person is, a password, and their consent. */
export function CreateProfileScreen() {
  const step = currentStep('profile')
  const social = socialStep()
  if (social) return <SocialProfileScreen step={social} />
  if (!step) return <StepLost />
  const { phone, token } = step
  async function register(profile: AccountProfile): Promise<void> {
    enterNewAccount(await registerWithPhone(token, profile))
  }
  return (
    <Screen title={t('access.profile.title')} status={t('access.step', { now: 2, all: 2 })}>
      <ProfileForm {...(phone ? { phone } : {})} known={keptAnonymousUser()} onSubmit={register} />
    </Screen>
  )
}
