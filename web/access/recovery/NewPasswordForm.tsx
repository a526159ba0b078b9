import { passwordProblem, passwordStrength } from '@cuida/core/profile/account/password.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import css from '../code/CodeForm.module.css'
import { passwordRules } from './password-rules.ts'

/** A password by the rule, with what is still missing of it. */
export function NewPasswordForm({ onPassword }: { onPassword: (password: string) => Promise<void> }) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: passwordProblem(password) }),
    submit: ({ password }) => onPassword(password),
    words: (_, code) => t(`access.profile.password.${code}`),
  })
  return (
    <form {...form.props} className={css.form}>
      <FailureAlert failure={form.failure} />
      <PasswordInput
        label={t('access.password.new')}
        autoComplete="new-password"
        rules={passwordRules(form.values.password)}
        strength={passwordStrength(form.values.password)}
        {...form.field('password')}
      />
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('access.password.save')}
      </Button>
    </form>
  )
}
