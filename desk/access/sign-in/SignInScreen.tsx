import { verifyStaffTotp } from '@cuida/core/access/team/staff-api.ts'
import { tidyEmail } from '@cuida/core/kit/email-address.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { typedCode } from '@cuida/ui/CodeInput/typed-code.ts'
import { CallFailed, refusedWith } from '@cuida/ui/client/call-failed.ts'
import type { SignedOutReason } from '@cuida/ui/client/session/tabs.ts'
import { EmailInput } from '@cuida/ui/EmailInput/EmailInput.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { canUsePasskeys } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import { useFieldOffer } from '@cuida/ui/passkeys/use-field-offer.ts'
import { useEffect, useState } from 'react'
import { session } from '../../kit/api.ts'
import { Failure } from '../../kit/Failure.tsx'
import { LanguageSelect } from '../../kit/page/LanguageSelect.tsx'
import { Logo } from '../../kit/page/Logo.tsx'
import { usePartner } from '../../kit/partner.ts'
import { useMutation } from '../../kit/queries.ts'
import { enterPasskey } from '../passkey/passkey-calls.ts'
import css from './SignInScreen.module.css'
import { enterCode, enterPassword } from './sign-in.ts'

/** The desk's sign-in: e-mail address and password, then always the authenticator (product 3.10); or a passkey. */
export function SignInScreen({ notice }: { notice: Notice }) {
  const [token, setToken] = useState<string>()
  const partner = usePartner()
  const title = t(token ? 'desk.signIn.codeTitle' : 'desk.signIn.title')
  useEffect(() => {
    document.title = [title, partner?.partnerName].filter(Boolean).join(' · ')
  }, [title, partner])
  return (
    <div className={css.page}>
      <main className={css.card}>
        <div className={css.head}>
          <Logo />
          <LanguageSelect />
        </div>
        <h1>{title}</h1>
        {token ? (
          <TotpForm token={token} onBack={() => setToken(undefined)} />
        ) : (
          <PasswordForm notice={notice} onToken={setToken} />
        )}
      </main>
    </div>
  )
}

/** Why the sign-in shows: the last session ended, or the person has just joined the team. */
type Notice = SignedOutReason | 'joined' | undefined

interface PasswordFormProps {
  notice: Notice
  /** Receives the token of a correct password; it still needs the second factor. */
  onToken: (token: string) => void
}

function PasswordForm({ notice, onToken }: PasswordFormProps) {
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({
      email: tidyEmail(email).includes('@') ? undefined : 'email',
      password: password ? undefined : 'password',
    }),
    submit: async ({ email, password }) => onToken(await enterPassword(email, password)),
    message: (field) => t(`desk.signIn.missing.${field}`),
  })
  return (
    <form className={css.form} {...form.props}>
      {notice === 'expired' && !form.failure && <Alert tone="info" title={t('desk.signIn.expired')} />}
      {notice === 'joined' && !form.failure && <Alert tone="success" title={t('desk.signIn.joined')} />}
      <Failure failure={form.failure} />
      <EmailInput label={t('desk.signIn.email')} autoComplete="username webauthn" {...form.field('email')} />
      <PasswordInput label={t('desk.signIn.password')} autoComplete="current-password" {...form.field('password')} />
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('desk.signIn.continue')}
      </Button>
      {canUsePasskeys() && <PasskeyButton />}
    </form>
  )
}

/** Replaces password and authenticator. */
function PasskeyButton() {
  const enter = useMutation(enterPasskey, { onDone: (reply) => reply && session.signIn(reply) })
  const offerAgain = useFieldOffer(async () => {
    const reply = await enterPasskey({ inField: true })
    if (reply) session.signIn(reply)
  })
  return (
    <>
      <Failure failure={enter.error} />
      <Button icon="key" busy={enter.isPending} onClick={() => enter.mutate({}, { onSettled: offerAgain })}>
        {t('desk.signIn.passkey')}
      </Button>
    </>
  )
}

/** Six digits of the authenticator; the form submits itself after the last digit. */
function TotpForm({ token, onBack }: { token: string; onBack: () => void }) {
  const [code, setCode] = useState('')
  const [short, setShort] = useState(false)
  const enter = useMutation((given: string) => enterCode(token, given), { onDone: (reply) => session.signIn(reply) })
  const wrong = refusedWith(verifyStaffTotp, enter.error, 'WRONG_CODE') ? enter.message : undefined
  // The password token lives for some minutes only; after that the user starts again.
  const late = enter.error instanceof CallFailed && enter.error.status === 401
  return (
    <form
      className={css.form}
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const given = typedCode(new FormData(event.currentTarget))
        setShort(given.length !== 6)
        if (given.length === 6 && !enter.isPending) enter.mutate(given)
      }}
    >
      <p>{t('desk.signIn.codeHint')}</p>
      {!wrong && <Failure failure={late ? new CallFailed(400, '', { code: 'TOO_LATE' }) : enter.error} />}
      <CodeInput
        id="code"
        name="code"
        label={t('desk.signIn.code')}
        value={code}
        onChange={setCode}
        error={short ? t('desk.signIn.missing.code') : wrong}
        autoFocus
      />
      <Button type="submit" variant="primary" busy={enter.isPending}>
        {t('desk.signIn.continue')}
      </Button>
      <Button variant="quiet" icon="back" onClick={onBack}>
        {t('desk.signIn.back')}
      </Button>
    </form>
  )
}
