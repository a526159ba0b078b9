import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { ProfileForm } from '../registration/ProfileForm.tsx'
import type { SocialStep } from '../registration/registration.ts'
import { ConflictAlert, isConflictCode } from '../session/ConflictAlert.tsx'
import { continueWithProfile } from './social-registration.ts'

/** CreateAccountProfile for somebody whom Google introduced: no password, and a phone that is still to be proved. */
export function SocialProfileScreen({ step }: { step: SocialStep }) {
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
