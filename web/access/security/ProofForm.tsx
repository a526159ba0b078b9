import type { OwnerProof } from '@cuida/core/access/passkey/passkey-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { proofProblems, takeProof } from '@cuida/ui/passkeys/owner-proof.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import css from '../code/CodeForm.module.css'
import { askOwnPasskey } from '../passkey/passkey-calls.ts'
import { ProofButtons, ProofPassword } from './Proof.tsx'
import { useSecurity } from './security-queries.ts'

interface ProofFormProps {
  action: string
  danger?: boolean
  onProof: (proof: OwnerProof) => Promise<void>
  onCancel: () => void
}

/** Asks for the password and an authenticator code, or a passkey, before a change to the account's security. */
export function ProofForm({ action, danger, onProof, onCancel }: ProofFormProps) {
  const hasPassword = useSecurity().data?.hasPassword !== false
  const form = useForm({
    initial: { password: '', code: '' },
    check: proofProblems,
    submit: async (values, pressed) => onProof(await takeProof(values, pressed, askOwnPasskey)),
    message: proofMessage,
  })
  return (
    <form {...form.props} className={css.form}>
      <ErrorSummary {...form.summary} />
      <FailureAlert failure={form.failure} />
      <ProofPassword label={t('access.totp.password')} {...form.field('password')} />
      {hasPassword && <CodeInput label={t('access.totp.code')} {...form.field('code')} />}
      <ProofButtons action={action} danger={danger} busy={form.busy} />
      <Button variant="quiet" onClick={onCancel}>
        {t('access.totp.cancel')}
      </Button>
    </form>
  )
}

export function proofMessage(field: 'password' | 'code', code: string): string {
  return t(code === 'WRONG_PASSWORD' ? 'access.password.WRONG_PASSWORD' : `access.totp.${field}.${code}`)
}
