import { Button } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import css from '../code/CodeForm.module.css'
import { proofWords } from './ProofForm.tsx'

interface PasswordProofProps {
  action: string
  danger?: boolean
  onPassword: (password: string) => Promise<void>
}

/** The password again, then something that a borrowed device must not do. */
export function PasswordProof({ action, danger, onPassword }: PasswordProofProps) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password ? undefined : 'REQUIRED' }),
    submit: ({ password }) => onPassword(password),
    words: proofWords,
  })
  return (
    <form {...form.props} className={css.form}>
      <FailureAlert failure={form.failure} />
      <PasswordInput label={t('access.totp.password')} autoComplete="current-password" {...form.field('password')} />
      <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={form.busy}>
        {action}
      </Button>
    </form>
  )
}
