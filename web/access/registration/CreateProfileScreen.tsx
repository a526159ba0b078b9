import type { AccountProfile } from '@cuida/core/profile/account/profile.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { storedAnonymousUser } from '../../invite/invitation-store.ts'
import { ConflictAlert, isConflictCode } from '../session/ConflictAlert.tsx'
import { MissingStepScreen } from '../session/MissingStepScreen.tsx'
import { continueWithProfile } from '../social/social-registration.ts'
import { enterNewAccount } from './enter-new-account.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { currentStep, type SocialStep, socialStep } from './registration.ts'
import { registerWithPhone } from './registration-calls.ts'

/** A2.17: personal data, password and consent. */
export function CreateProfileScreen() {
  const step = currentStep('profile')
  const social = socialStep()
  if (social) return <SocialProfileScreen step={social} />
  if (!step) return <MissingStepScreen />
  const { phone, token } = step
  async function register(profile: AccountProfile): Promise<void> {
    enterNewAccount(await registerWithPhone(token, profile))
  }
  return (
    <Screen title={t('access.profile.title')} status={t('access.step', { now: 2, all: 2 })}>
      <ProfileForm {...(phone ? { phone } : {})} known={storedAnonymousUser()} onSubmit={register} />
    </Screen>
  )
}

/** CreateAccountProfile after Google sign-in: no password, and a phone still to be verified. */
function SocialProfileScreen({ step }: { step: SocialStep }) {
  const { known, profile, problem } = step
  return (
    <Screen
      title={t('access.profile.title')}
      lead={t('access.social.lead')}
      status={t('access.step', { now: 1, all: 2 })}
    >
      {problem &&
        (isConflictCode(problem) ? (
          <ConflictAlert code={problem} social />
        ) : (
          <Alert tone="danger" title={t('access.failed.register')}>
            {t('brand.error.generic')}
          </Alert>
        ))}
      <ProfileForm social={{ known, profile }} onSubmit={(filled) => continueWithProfile(step, filled)} />
    </Screen>
  )
}
