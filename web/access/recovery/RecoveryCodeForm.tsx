import { Button } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import css from '../code/CodeForm.module.css'
import { onFields } from '../registration/field-problem.ts'

/** For who has lost the phone with the authenticator. */
export function RecoveryCodeForm({ onCode }: { onCode: (code: string) => Promise<void> }) {
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() ? undefined : 'REQUIRED' }),
    submit: ({ code }) => onFields({ WRONG_CODE: 'code', INVALID: 'code' }, () => onCode(code)),
    words: (_, code) => t(`access.mfa.recovery.${code === 'REQUIRED' ? code : 'WRONG_CODE'}`),
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
