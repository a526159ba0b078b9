import { tidyEmail } from '@cuida/core/kit/email-address.ts'
import { emailProblem } from '@cuida/core/profile/account/problems.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmailInput } from '@cuida/ui/EmailInput/EmailInput.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import css from './ProfileScreen.module.css'
import { problemWords } from './problem-words.ts'

interface EmailFormProps {
  /** What was typed before, for who comes back from the code. */
  email: string
  onSubmit: (email: string, password: string) => Promise<void>
}

/** The new address and the password, as they are typed. */
export function EmailForm({ email: typed, onSubmit }: EmailFormProps) {
  const form = useForm({
    initial: { email: typed, password: '' },
    check: ({ email, password }) => ({ email: emailProblem(email), password: password ? undefined : 'REQUIRED' }),
    submit: ({ email, password }) => onSubmit(tidyEmail(email), password),
    words: problemWords,
  })
  return (
    <form {...form.props} className={css.page}>
      <ErrorSummary {...form.summary} />
      <FailureAlert failure={form.failure} />
      <EmailInput label={t('profile.email.new')} autoComplete="email" {...form.field('email')} />
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
  )
}
