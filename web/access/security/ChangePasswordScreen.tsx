import { passwordProblem, passwordStrength } from '@cuida/core/profile/account/password.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goBack } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import css from '../code/CodeForm.module.css'
import { passwordRules } from '../recovery/password-rules.ts'
import { savePassword, useSecurityChanged } from './security-queries.ts'

/** Another password, for who knows the one there is. */
export function ChangePasswordScreen() {
  const changed = useSecurityChanged()
  const form = useForm({
    initial: { currentPassword: '', password: '' },
    check: ({ currentPassword, password }) => ({
      currentPassword: currentPassword ? undefined : 'REQUIRED',
      password: passwordProblem(password),
    }),
    submit: async (given) => {
      await savePassword(given)
      changed()
      showToast(t('access.password.changed'))
      goBack(pathOf('security'))
    },
    words: wordsOf,
  })
  return (
    <Screen title={t('access.password.title')}>
      <form {...form.props} className={css.form}>
        <FailureAlert failure={form.failure} />
        <PasswordInput
          label={t('access.password.current')}
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <PasswordInput
          label={t('access.password.new')}
          autoComplete="new-password"
          rules={passwordRules(form.values.password)}
          strength={passwordStrength(form.values.password)}
          {...form.field('password')}
        />
        <p>{t('access.forgot.othersEnd')}</p>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('access.password.save')}
        </Button>
      </form>
    </Screen>
  )
}

function wordsOf(field: 'currentPassword' | 'password', code: string): string {
  if (field === 'password') return t(`access.profile.password.${code}`)
  return t(code === 'REQUIRED' ? 'access.totp.password.REQUIRED' : 'access.password.WRONG_PASSWORD')
}
