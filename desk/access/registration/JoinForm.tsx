import { joinTeam } from '@cuida/core/access/team/team-api.ts'
import {
  characterClasses,
  PASSWORD_MIN,
  passwordProblem,
  passwordStrength,
} from '@cuida/core/profile/account/password.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { EmailInput } from '@cuida/ui/EmailInput/EmailInput.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { QrPlate } from '@cuida/ui/QrCode/QrPlate.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { session } from '../../kit/api.ts'
import { Failure } from '../../kit/Failure.tsx'
import { onFields } from '../../kit/field-refusals.ts'
import { signOut } from '../../kit/session.ts'
import css from '../sign-in/SignInScreen.module.css'
import { join, type OpenInvitation } from './join.ts'

interface JoinFormProps {
  secret: string
  invitation: OpenInvitation
  onJoined: () => void
  /** Withdrawn, used or too late, while it was filled in. */
  onOver: () => void
}

const FIELDS = { WRONG_CODE: 'code' }

/** Both things that the desk's door will ask for, on one page. */
export function JoinForm({ secret, invitation, onJoined, onOver }: JoinFormProps) {
  const { name, email, isRenewal, uri, key } = invitation
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: passwordProblem(password),
      code: /^\d{6}$/.test(code) ? undefined : 'REQUIRED',
    }),
    submit: async (values) => {
      try {
        await onFields(FIELDS, () => join(secret, values))
      } catch (failure) {
        if (refusedWith(joinTeam, failure, 'INVITATION_OVER')) return onOver()
        throw failure
      }
      // A colleague's session in this browser is not theirs.
      if (session.isSignedIn()) await signOut()
      onJoined()
    },
    words: problemWords,
  })
  return (
    <form className={css.form} {...form.props}>
      <p>{t(isRenewal ? 'desk.join.renewText' : 'desk.join.text', { name })}</p>
      <ErrorSummary {...form.summary} />
      <EmailInput
        label={t('desk.join.email')}
        name="username"
        autoComplete="username"
        readOnly
        value={email}
        onChange={() => {}}
      />
      <PasswordInput
        label={t('desk.join.password')}
        autoComplete="new-password"
        rules={rulesOf(form.values.password)}
        strength={passwordStrength(form.values.password)}
        {...form.field('password')}
      />
      <AuthenticatorKey uri={uri} authenticatorKey={key} />
      <CodeInput label={t('access.totp.code')} {...form.field('code')} />
      <Failure failure={form.failure} />
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('desk.join.submit')}
      </Button>
    </form>
  )
}

const rulesOf = (password: string) => [
  { label: t('access.profile.rule.length', { least: PASSWORD_MIN }), met: password.length >= PASSWORD_MIN },
  { label: t('access.profile.rule.classes'), met: characterClasses(password) >= 3 },
]

function problemWords(field: 'password' | 'code', code: string): string {
  if (field === 'code') return t(code === 'WRONG_CODE' ? 'access.totp.code.WRONG_CODE' : 'access.totp.code.REQUIRED')
  return t(`access.profile.password.${code}`)
}

/** The key for an authenticator: to scan, to open where the app is on this device, to copy or to type. */
function AuthenticatorKey({ uri, authenticatorKey }: { uri: string; authenticatorKey: string }) {
  const [isCopied, setCopied] = useState(false)
  // What cannot be copied (an old browser, plain http) stands there to be typed.
  const copy = () =>
    void navigator.clipboard?.writeText(authenticatorKey).then(
      () => setCopied(true),
      () => {},
    )
  return (
    <section className={css.authenticator} aria-labelledby="authenticator">
      <h2 id="authenticator">{t('desk.join.authenticator')}</h2>
      <p>{t('desk.join.scan')}</p>
      <QrPlate text={uri} label={t('access.totp.qr')} />
      <a href={uri}>{t('access.totp.openApp')}</a>
      <p>{t('access.totp.key')}</p>
      <p className={css.key} translate="no">
        {authenticatorKey.match(/.{1,4}/g)?.join(' ')}
      </p>
      <Button icon="copy" done={isCopied} onClick={copy}>
        {t(isCopied ? 'access.totp.copied' : 'access.totp.copy')}
      </Button>
    </section>
  )
}
