import { Button } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useState } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import css from '../code/CodeForm.module.css'
import { CodeForm } from '../code/CodeForm.tsx'
import { withFieldProblems } from '../registration/field-problem.ts'
import { currentStep, forgetSteps, type Step } from '../registration/registration.ts'
import { ForceLoginDialog } from '../session/ForceLoginDialog.tsx'
import { MissingStepScreen } from '../session/MissingStepScreen.tsx'
import { BlockedNotice } from './BlockedNotice.tsx'
import { forgetPhone } from './known-phone.ts'
import { type Outcome, signInWithCode, signInWithRecoveryCode } from './sign-in.ts'

/** A2.18: the second factor of a sign-in. */
export function SignInMfaScreen() {
  const step = currentStep('mfa')
  return step ? <SecondFactor {...step} /> : <MissingStepScreen />
}

function SecondFactor({ token, maskedPhone, factor }: Extract<Step, { at: 'mfa' }>) {
  const [outcome, setOutcome] = useState<Outcome>()
  const [byRecoveryCode, setByRecoveryCode] = useState(false)
  async function enter(request: Promise<Outcome>): Promise<void> {
    const result = await request
    setOutcome(result)
    if (result.kind !== 'in') return
    forgetSteps()
    forgetPhone()
    goTo(pathOf('redirect'), { replace: true })
  }
  return (
    <Screen title={t('access.mfa.title')}>
      {outcome?.kind === 'blocked' && <BlockedNotice />}
      {byRecoveryCode ? (
        <RecoveryCodeForm onCode={(code) => enter(signInWithRecoveryCode(token, code))} />
      ) : (
        <>
          <p>{factor === 'totp' ? t('access.mfa.totp') : t('access.verify.sentTo', { phone: maskedPhone })}</p>
          <CodeForm
            token={factor === 'sms' ? token : undefined}
            onCode={(code) => enter(signInWithCode(token, code))}
            failed={t('access.failed.mfa')}
          />
        </>
      )}
      {factor === 'totp' && (
        <Button variant="quiet" onClick={() => setByRecoveryCode(!byRecoveryCode)}>
          {t(byRecoveryCode ? 'access.mfa.useApp' : 'access.mfa.useRecovery')}
        </Button>
      )}
      {outcome?.kind === 'sessions-full' && (
        <ForceLoginDialog
          token={outcome.maxSessionsToken}
          onClose={() => setOutcome(undefined)}
          onBlocked={() => setOutcome({ kind: 'blocked' })}
        />
      )}
    </Screen>
  )
}

/** For a patient who lost the phone with the authenticator. */
function RecoveryCodeForm({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() ? undefined : 'REQUIRED' }),
    submit: ({ code }) => withFieldProblems({ WRONG_CODE: 'code', INVALID: 'code' }, () => onCode(code)),
    message: (_, code) => t(`access.mfa.recovery.${code === 'REQUIRED' ? code : 'WRONG_CODE'}`),
  })
  return (
    <form {...form.props} className={css.form}>
      <FailureAlert failure={form.failure} heading={t('access.failed.mfa')} />
      <TextInput
        label={t('access.mfa.recovery')}
        hint={t('access.mfa.recoveryHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('code')}
      />
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('access.code.continue')}
      </Button>
    </form>
  )
}
