import { joinTeam } from '@cuida/core/access/team/team-api.ts'
import {
  characterClasses,
  PASSWORD_MIN,
  passwordProblem,
  passwordStrength,
} from '@cuida/core/profile/account/password.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { CallFailed, refusedWith } from '@cuida/ui/client/call-failed.ts'
import { EmailInput } from '@cuida/ui/EmailInput/EmailInput.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { QrTile } from '@cuida/ui/QrCode/QrTile.tsx'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { session } from '../../kit/api.ts'
import { Failure } from '../../kit/Failure.tsx'
import { onFields } from '../../kit/field-refusals.ts'
import { LanguageSelect } from '../../kit/page/LanguageSelect.tsx'
import { Logo } from '../../kit/page/Logo.tsx'
import { usePartner } from '../../kit/partner.ts'
import { signOut } from '../../kit/session.ts'
import css from '../sign-in/SignInScreen.module.css'
import { join, type OpenInvitation, useInvitation } from './join.ts'

const FIELDS = { WRONG_CODE: 'code' }

const rulesOf = (password: string) => [
  { label: t('access.profile.rule.length', { least: PASSWORD_MIN }), met: password.length >= PASSWORD_MIN },
  { label: t('access.profile.rule.classes'), met: characterClasses(password) >= 3 },
]

/** Where the link of an invitation leads: a password and an authenticator, once, and then the desk's own door. */
export function JoinScreen({ onJoined }: { onJoined: () => void }) {
  const secret = useJoinSecret()
  const [isOver, setOver] = useState(false)
  const { data, error, isFetching, refetch } = useInvitation(secret)
  const isRefused = error instanceof CallFailed && (error.code === 'INVITATION_OVER' || error.code === 'INVALID')
  const title = titleOf({ isOpen: secret !== undefined, isOver: isOver || isRefused, isRenewal: data?.isRenewal })
  const partner = usePartner()
  useTitle([title, partner?.partnerName].filter(Boolean).join(' · '))
  return (
    <div className={css.page}>
      <main className={css.card}>
        <div className={css.head}>
          <Logo />
          <LanguageSelect />
        </div>
        <h1>{title}</h1>
        {secret === undefined ? (
          <NoWay text={t('desk.join.noLinkText')} />
        ) : isOver || isRefused ? (
          <NoWay text={t('desk.join.overText')} />
        ) : data ? (
          <JoinForm key={secret} secret={secret} invitation={data} onJoined={onJoined} onOver={() => setOver(true)} />
        ) : error ? (
          <div className={css.form}>
            <Failure failure={error} />
            <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
              {t('desk.join.retry')}
            </Button>
          </div>
        ) : (
          <Skeleton lines={6} />
        )}
      </main>
    </div>
  )
}

function titleOf({ isOpen, isOver, isRenewal }: { isOpen: boolean; isOver: boolean; isRenewal: boolean | undefined }) {
  if (!isOpen) return t('desk.join.noLink')
  if (isOver) return t('desk.join.over')
  return t(isRenewal ? 'desk.join.renewTitle' : 'desk.join.title')
}

/** Whom to ask, and the door for who has joined already. */
function NoWay({ text }: { text: string }) {
  const go = useLocation()[1]
  return (
    <div className={css.form}>
      <p>{text}</p>
      <Button onClick={() => go('/')}>{t('desk.join.toSignIn')}</Button>
    </div>
  )
}

let secret: string | undefined

/** What the link carries leaves the address at once: no history, no picture of the screen and no bookmark has it. */
function takeSecret(): string | undefined {
  if (location.hash.length > 1) {
    secret = location.hash.slice(1)
    history.replaceState(null, '', location.pathname)
  }
  return secret
}

/** The secret of the invitation whose link was opened, while this page lives; another link in the same tab is another one. */
export function useJoinSecret(): string | undefined {
  const [taken, setTaken] = useState(takeSecret)
  useEffect(() => {
    const take = () => setTaken(takeSecret())
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return taken
}

interface JoinFormProps {
  secret: string
  invitation: OpenInvitation
  onJoined: () => void
  /** Withdrawn, used or too late, while it was filled in. */
  onOver: () => void
}

/** Both things that the desk's door will ask for, on one page. */
function JoinForm({ secret, invitation, onJoined, onOver }: JoinFormProps) {
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
    message: problemMessage,
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

function problemMessage(field: 'password' | 'code', code: string): string {
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
      <QrTile text={uri} label={t('access.totp.qr')} />
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
