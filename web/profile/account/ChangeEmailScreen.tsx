import type { OwnerProof } from '@cuida/core/access/passkey/passkey-api.ts'
import { tidyEmail } from '@cuida/core/kit/email-address.ts'
import { confirmEmailChange, resendEmailCode } from '@cuida/core/profile/account/account-api.ts'
import { emailProblem } from '@cuida/core/profile/account/problems.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { EmailInput } from '@cuida/ui/EmailInput/EmailInput.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { proofProblems, takeProof } from '@cuida/ui/passkeys/owner-proof.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeForm } from '../../access/code/CodeForm.tsx'
import { askOwnPasskey } from '../../access/passkey/passkey-calls.ts'
import { PasswordGate } from '../../access/security/PasswordGate.tsx'
import { ProofButtons, ProofPassword } from '../../access/security/Proof.tsx'
import { api } from '../../kit/api.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goBack } from '../../kit/navigation/navigation.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { cacheProfile } from '../queries.ts'
import { startEmailChange } from './change-calls.ts'
import css from './ProfileScreen.module.css'
import { problemMessage } from './problem-message.ts'

/** Changes the account's e-mail: the password or a passkey authorises it, a code verifies the address. */
export function ChangeEmailScreen() {
  const { profile } = useSession()
  const [email, setEmail] = useState('')
  const [changeToken, setChangeToken] = useState<string>()
  const [isTaken, setTaken] = useState(false)
  async function start(newEmail: string, proof: OwnerProof): Promise<void> {
    setTaken(false)
    setEmail(newEmail)
    setChangeToken(await startEmailChange({ email: newEmail, ...proof }))
  }
  function again(wasTaken: boolean): void {
    setTaken(wasTaken)
    setChangeToken(undefined)
  }
  if (changeToken) return <CodeStep email={email} changeToken={changeToken} onAgain={again} />
  return (
    <Screen title={t('profile.email.title')} lead={profile && t('profile.now', { value: profile.email })}>
      <PasswordGate>
        <div className={css.page}>
          {isTaken && <Alert tone="danger" title={t('profile.email.CONFLICT')} />}
          <EmailForm email={email} onSubmit={start} />
        </div>
      </PasswordGate>
    </Screen>
  )
}

interface CodeStepProps {
  email: string
  changeToken: string
  onAgain: (isTaken: boolean) => void
}

function CodeStep({ email, changeToken, onAgain }: CodeStepProps) {
  const queries = useQueryClient()
  async function confirm(code: string): Promise<void> {
    try {
      cacheProfile(queries, await api(confirmEmailChange, { changeToken, code }))
    } catch (failure) {
      if (!refusedWith(confirmEmailChange, failure, 'EMAIL_CONFLICT')) throw failure
      return onAgain(true)
    }
    showToast(t('profile.email.changed'))
    goBack(pathOf('account'))
  }
  const resend = { text: t('profile.email.resend'), send: () => api(resendEmailCode, { changeToken }) }
  return (
    <Screen title={t('access.verify.title')} arrival="code" onBack={() => onAgain(false)}>
      <div className={css.page}>
        <p>{t('profile.email.sentTo', { email })}</p>
        <CodeForm resendOptions={[resend]} onCode={confirm} />
        <Button variant="quiet" onClick={() => onAgain(false)}>
          {t('profile.email.other')}
        </Button>
      </div>
    </Screen>
  )
}

interface EmailFormProps {
  /** The address typed before, after a return from the code. */
  email: string
  onSubmit: (email: string, proof: OwnerProof) => Promise<void>
}

function EmailForm({ email: typed, onSubmit }: EmailFormProps) {
  const form = useForm({
    initial: { email: typed, password: '' },
    check: ({ email, password }, pressed) => ({
      email: emailProblem(email),
      password: proofProblems({ password }, pressed).password,
    }),
    submit: async ({ email, password }, pressed) =>
      onSubmit(tidyEmail(email), await takeProof({ password }, pressed, askOwnPasskey)),
    message: problemMessage,
  })
  return (
    <form {...form.props} className={css.page}>
      <ErrorSummary {...form.summary} />
      <FailureAlert failure={form.failure} />
      <EmailInput label={t('profile.email.new')} autoComplete="email" {...form.field('email')} />
      <ProofPassword label={t('profile.password')} hint={t('profile.passwordWhy')} {...form.field('password')} />
      <ProofButtons action={t('profile.email.submit')} busy={form.busy} />
    </form>
  )
}
