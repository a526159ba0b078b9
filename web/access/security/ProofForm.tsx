import { Button } from '@cuida/ui/Button/Button.tsx'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import css from '../code/CodeForm.module.css'
import type { Proof } from './security-queries.ts'

interface ProofFormProps {
  action: string
  danger?: boolean
  onProof: (proof: Proof) => Promise<void>
  onCancel: () => void
}

/** Asks for the password and an authenticator code before a change to the account's security. */
export function ProofForm({ action, danger, onProof, onCancel }: ProofFormProps) {
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: password ? undefined : 'REQUIRED',
      code: code.length === 6 ? undefined : 'REQUIRED',
    }),
    submit: onProof,
    message: proofMessage,
  })
  return (
    <form {...form.props} className={css.form}>
      <ErrorSummary {...form.summary} />
      <FailureAlert failure={form.failure} />
      <PasswordInput label={t('access.totp.password')} autoComplete="current-password" {...form.field('password')} />
      <CodeInput label={t('access.totp.code')} {...form.field('code')} />
      <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.busy}>
        {action}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {t('access.totp.cancel')}
      </Button>
    </form>
  )
}

export function proofMessage(field: 'password' | 'code', code: string): string {
  return t(code === 'WRONG_PASSWORD' ? 'access.password.WRONG_PASSWORD' : `access.totp.${field}.${code}`)
}
