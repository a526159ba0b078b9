import { tidyEmail } from '@cuida/core/kit/email-address.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import type { SignedOutReason } from '@cuida/ui/client/session/tabs.ts'
import { EmailInput } from '@cuida/ui/EmailInput/EmailInput.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { Failure } from '../../kit/Failure.tsx'
import css from './SignInScreen.module.css'
import { enterPassword } from './sign-in.ts'

/** Why somebody is asked: the session before this page ended, or they have just joined the team. */
export type Notice = SignedOutReason | 'joined' | undefined

interface PasswordFormProps {
  notice: Notice
  /** The password was right: this token owes the second factor. */
  onToken: (token: string) => void
}

export function PasswordForm({ notice, onToken }: PasswordFormProps) {
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({
      email: tidyEmail(email).includes('@') ? undefined : 'email',
      password: password ? undefined : 'password',
    }),
    submit: async ({ email, password }) => onToken(await enterPassword(email, password)),
    words: (field) => t(`desk.signIn.missing.${field}`),
  })
  return (
    <form className={css.form} {...form.props}>
      {notice === 'expired' && !form.failure && <Alert tone="info" title={t('desk.signIn.expired')} />}
      {notice === 'joined' && !form.failure && <Alert tone="success" title={t('desk.signIn.joined')} />}
      <Failure failure={form.failure} />
      <EmailInput label={t('desk.signIn.email')} autoComplete="username" {...form.field('email')} />
      <PasswordInput label={t('desk.signIn.password')} autoComplete="current-password" {...form.field('password')} />
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('desk.signIn.continue')}
      </Button>
    </form>
  )
}
