import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useTitle } from '@cuida/ui/Screen/document-title.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { usePartner } from '../../kit/partner.ts'
import { LanguageSelect } from '../../kit/place/LanguageSelect.tsx'
import { Logo } from '../../kit/place/Logo.tsx'
import css from '../sign-in/SignInScreen.module.css'
import { JoinForm } from './JoinForm.tsx'
import { useInvitation } from './join.ts'

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
