import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Spinner } from '@cuida/ui/Spinner/Spinner.tsx'
import { useEffect, useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { Brand } from '../../kit/frame/Brand.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { isBookingRunning } from '../../kit/running-booking.ts'
import { pathOf } from '../../routes.ts'
import profileFormCss from '../registration/ProfileForm.module.css'
import { ForceLoginDialog } from '../session/ForceLoginDialog.tsx'
import { BlockedNotice } from '../sign-in/BlockedNotice.tsx'
import { destinationOf, rememberedPath, rememberPath } from '../sign-in/continue-path.ts'
import { type Outcome, signInWithGoogle } from '../sign-in/sign-in.ts'
import { takeSocialCredential } from '../sign-in/social-credential.ts'
import css from './AuthRedirectScreen.module.css'

type Arrival = Outcome | { kind: 'nobody' }

// The credential can be used once but React may mount the screen twice, so the request is shared; a native app
// handles several returns.
let arrival: Promise<Arrival> | undefined

/** A2.22: the return from an identity provider. */
export function AccountConnectScreen({ params }: { params: Record<string, string> }) {
  const [stuck, setStuck] = useState<Arrival>()
  const { provider } = params
  const { familyProfilesEnabled } = usePartner()
  useEffect(() => {
    const credential = takeSocialCredential()
    if (credential || !arrival) arrival = arrive(provider, credential, familyProfilesEnabled)
    void arrival.then((outcome) => {
      const next = nextPath(outcome)
      if (next) goTo(next, { replace: true })
      else setStuck(outcome)
    })
  }, [provider, familyProfilesEnabled])
  if (stuck?.kind === 'blocked') return <SocialBlockedScreen />
  return (
    <main className={css.page} aria-busy={!stuck}>
      <Brand />
      {!stuck && <Spinner label={t('access.connect.waiting')} />}
      {stuck?.kind === 'sessions-full' && (
        <ForceLoginDialog
          token={stuck.maxSessionsToken}
          onClose={() => goTo(pathOf('welcome'), { replace: true })}
          onBlocked={() => setStuck({ kind: 'blocked' })}
        />
      )}
    </main>
  )
}

async function arrive(
  provider: string | undefined,
  credential: string | undefined,
  hasFamilies: boolean,
): Promise<Arrival> {
  if (!credential || provider !== VENDOR.google) return { kind: 'nobody' }
  // Set before the session exists: a new session redirects at once (AuthenticatedApp.tsx).
  const next = nextStep(hasFamilies)
  if (next) rememberPath(next)
  return signInWithGoogle(credential).catch(() => ({ kind: 'nobody' }) as const)
}

/** A4.8: dependant selection, else checkout, else the requested path; a followed link precedes the selection. */
function nextStep(hasFamilies: boolean): string | undefined {
  const isOnTheWay = destinationOf(rememberedPath()) !== pathOf('home', {})
  if (hasFamilies && (isBookingRunning() || !isOnTheWay)) return pathOf('selectProfile', {}, { from: 'sign-in' })
  return isBookingRunning() ? pathOf('checkout') : undefined
}

/**
 * A4.8; undefined where the person must decide or read something first. A session redirects by itself, since this
 * screen is for guests only: redirecting twice would lose the requested path.
 */
function nextPath({ kind }: Arrival): string | undefined {
  if (kind === 'second-factor') return pathOf('signInMfa')
  if (kind === 'new') return pathOf('createProfile')
  if (kind === 'in' || kind === 'blocked' || kind === 'sessions-full') return undefined
  return pathOf('welcome', {}, { reason: 'unauthorized' })
}

/** Return from Google to an account that staff have blocked. */
function SocialBlockedScreen() {
  return (
    <Screen title={t('access.connect.blockedTitle')}>
      <div className={profileFormCss.form}>
        <BlockedNotice />
        <LinkButton variant="quiet" href={pathOf('welcome')}>
          {t('access.connect.toWelcome')}
        </LinkButton>
      </div>
    </Screen>
  )
}
