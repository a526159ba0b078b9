import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useState } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { currentStep, forgetSteps } from '../registration/registration.ts'
import { MissingStepScreen } from '../session/MissingStepScreen.tsx'
import { BlockedNotice } from '../sign-in/BlockedNotice.tsx'
import { outcomeOf } from '../sign-in/sign-in.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { chooseNewPassword } from './recovery-calls.ts'

/** A2.21: the new password also signs in, unless an authenticator code is required. */
export function ForgotNewPasswordScreen() {
  const step = currentStep('reset')
  return step ? <NewPassword token={step.token} /> : <MissingStepScreen />
}

function NewPassword({ token }: { token: string }) {
  const [blocked, setBlocked] = useState(false)
  async function save({ password }: { password: string }): Promise<void> {
    const { kind } = await outcomeOf(() => chooseNewPassword(token, password))
    if (kind === 'blocked') return setBlocked(true)
    showToast(t('access.password.changed'))
    if (kind === 'second-factor') return goTo(pathOf('signInMfa'), { replace: true })
    forgetSteps()
    goTo(pathOf('redirect'), { replace: true })
  }
  return (
    <Screen title={t('access.forgot.newTitle')}>
      <NewPasswordForm
        endsOthers
        act={t('access.forgot.save')}
        refused={(failure) => (
          <>
            {blocked && <BlockedNotice />}
            {isOver(failure) ? <TooLate /> : <FailureAlert failure={failure} />}
          </>
        )}
        onPassword={save}
      />
    </Screen>
  )
}

/** The proof of the phone expires after ten minutes. */
const isOver = (failure: unknown): boolean => failure instanceof CallFailed && failure.status === 401

function TooLate() {
  return (
    <Alert
      tone="danger"
      title={t('access.forgot.tooLate')}
      action={<a href={pathOf('forgotPhone')}>{t('access.forgot.send')}</a>}
    />
  )
}
