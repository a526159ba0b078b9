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
import { mapFieldRefusals } from '../../kit/field-refusals.ts'
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

/** The page behind an invitation link: the new member sets a password and an authenticator, then signs in. */
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

/** Explains whom to ask, and links to the sign-in for members who have already joined. */
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

/** The secret is removed from the address at once, so that it stays out of history, screenshots and bookmarks. */
function takeSecret(): string | undefined {
  if (location.hash.length > 1) {
    secret = location.hash.slice(1)
    history.replaceState(null, '', location.pathname)
  }
  return secret
}

/** The secret of the opened invitation link, for the life of this page. Another link in the same tab replaces it. */
export function useJoinSecret(): string | undefined {
  const [linkSecret, setLinkSecret] = useState(takeSecret)
  useEffect(() => {
    const take = () => setLinkSecret(takeSecret())
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  return linkSecret
}

interface JoinFormProps {
  secret: string
  invitation: OpenInvitation
  onJoined: () => void
  /** Called when the invitation was withdrawn, used or expired while the form was open. */
  onOver: () => void
}

/** Sets both factors of the sign-in, password and authenticator, on one page. */
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
        await mapFieldRefusals(FIELDS, () => join(secret, values))
      } catch (failure) {
        if (refusedWith(joinTeam, failure, 'INVITATION_OVER')) return onOver()
        throw failure
      }
      // The session of a colleague in this browser must not carry over to the new member.
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

/** The authenticator key: as a QR code, as a link to an app on this device, and as text to copy or type. */
function AuthenticatorKey({ uri, authenticatorKey }: { uri: string; authenticatorKey: string }) {
  const [isCopied, setCopied] = useState(false)
  // Where copying fails (an old browser, plain http) the user types the key.
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
