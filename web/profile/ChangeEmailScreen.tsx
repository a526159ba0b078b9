import { changeEmail } from '@cuida/core/profile/account-api.ts'
import { emailProblem } from '@cuida/core/profile/problems.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../kit/api.ts'
import { FailureAlert } from '../kit/FailureAlert.tsx'
import { goBack } from '../kit/navigation.ts'
import { useSession } from '../kit/session.tsx'
import { pathOf } from '../routes.ts'
import { atFields } from './field-refusals.ts'
import css from './ProfileScreen.module.css'
import { problemWords } from './problem-words.ts'
import { keepProfile } from './queries.ts'

/** Another e-mail for the account: the password says who wants it, the phone hears of it. */
export function ChangeEmailScreen() {
  const { profile } = useSession()
  const queries = useQueryClient()
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({ email: emailProblem(email), password: password ? undefined : 'REQUIRED' }),
    async submit({ email, password }) {
      keepProfile(queries, await atFields(api(changeEmail, { email: email.trim(), password })))
      showToast(t('profile.email.changed'))
      goBack(pathOf('account'))
    },
    words: problemWords,
  })
  return (
    <Screen title={t('profile.email.title')} lead={profile && t('profile.now', { value: profile.email })}>
      <form {...form.props} className={css.page}>
        <ErrorSummary {...form.summary} />
        <FailureAlert failure={form.failure} />
        <TextInput label={t('profile.email.new')} type="email" autoComplete="email" {...form.field('email')} />
        <PasswordInput
          label={t('profile.password')}
          hint={t('profile.passwordWhy')}
          autoComplete="current-password"
          {...form.field('password')}
        />
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('profile.email.submit')}
        </Button>
      </form>
    </Screen>
  )
}
