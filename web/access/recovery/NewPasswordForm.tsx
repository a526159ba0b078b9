import { passwordProblem, passwordStrength } from '@cuida/core/profile/account/password.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import type { ReactNode } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import css from '../code/CodeForm.module.css'
import { passwordRules } from './password-rules.ts'

interface NewPasswordFormProps {
  /** Asks for the current password as proof of identity. */
  asksCurrent?: boolean
  /** The change ends every other session, which the form announces. */
  endsOthers?: boolean
  act: string
  refused?: (failure: unknown) => ReactNode
  onPassword: (credentials: Given) => Promise<void>
}
type Given = Record<'currentPassword' | 'password', string>

/** A field for a new password, with the rules that it does not meet yet. */
export function NewPasswordForm({ asksCurrent, endsOthers, act, refused, onPassword }: NewPasswordFormProps) {
  const form = useForm<Given>({
    initial: { currentPassword: '', password: '' },
    check: ({ currentPassword, password }) => ({
      currentPassword: asksCurrent && !currentPassword ? 'REQUIRED' : undefined,
      password: passwordProblem(password),
    }),
    submit: onPassword,
    message: messageOf,
  })
  return (
    <form {...form.props} className={css.form}>
      {refused ? refused(form.failure) : <FailureAlert failure={form.failure} />}
      {asksCurrent && (
        <PasswordInput
          label={t('access.password.current')}
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
      )}
      <PasswordInput
        label={t('access.password.new')}
        autoComplete="new-password"
        rules={passwordRules(form.values.password)}
        strength={passwordStrength(form.values.password)}
        {...form.field('password')}
      />
      {endsOthers && <p>{t('access.forgot.othersEnd')}</p>}
      <Button type="submit" variant="primary" busy={form.busy}>
        {act}
      </Button>
    </form>
  )
}

function messageOf(field: keyof Given, code: string): string {
  if (field === 'password') return t(`access.profile.password.${code}`)
  return t(code === 'REQUIRED' ? 'access.totp.password.REQUIRED' : 'access.password.WRONG_PASSWORD')
}
