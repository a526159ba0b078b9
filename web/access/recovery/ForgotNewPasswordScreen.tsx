import { passwordProblem, passwordStrength } from '@cuida/core/profile/account/password.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import css from '../code/CodeForm.module.css'
import { currentStep, forgetSteps } from '../registration/registration.ts'
import { StepLost } from '../session/StepLost.tsx'
import { BlockedNotice } from '../sign-in/BlockedNotice.tsx'
import { outcomeOf } from '../sign-in/sign-in.ts'
import { passwordRules } from './password-rules.ts'
import { chooseNewPassword } from './recovery-calls.ts'

/** A2.21: the new password signs in, unless an authenticator is due. */
export function ForgotNewPasswordScreen() {
  const step = currentStep('reset')
  return step ? <NewPassword token={step.token} /> : <StepLost />
}

function NewPassword({ token }: { token: string }) {
  const [blocked, setBlocked] = useState(false)
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: passwordProblem(password) }),
    submit: save,
    words: (_, code) => t(`access.profile.password.${code}`),
  })
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
      <form {...form.props} className={css.form}>
        {blocked && <BlockedNotice />}
        {isOver(form.failure) ? <TooLate /> : <FailureAlert failure={form.failure} />}
        <PasswordInput
          label={t('access.password.new')}
          autoComplete="new-password"
          rules={passwordRules(form.values.password)}
          strength={passwordStrength(form.values.password)}
          {...form.field('password')}
        />
        <p>{t('access.forgot.othersEnd')}</p>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('access.forgot.save')}
        </Button>
      </form>
    </Screen>
  )
}

/** The proof of the phone is good for ten minutes. */
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
