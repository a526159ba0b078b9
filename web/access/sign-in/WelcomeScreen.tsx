import { hasCapability } from '@cuida/core/brand/disabled-capabilities.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { canUsePasskeys } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { useState, useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import { frontDoor } from '../../front-door.ts'
import { storedAnonymousUser } from '../../invite/invitation-store.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { goTo, hasHistory } from '../../kit/navigation/navigation.ts'
import { isBookingRunning } from '../../kit/running-booking.ts'
import { pathOf } from '../../routes.ts'
import { knownPhone } from './known-phone.ts'
import { type Reason, reasonOf } from './reasons.ts'
import { WelcomeForm } from './WelcomeForm.tsx'
import css from './WelcomeScreen.module.css'

const PasskeySignIn = lazy('PasskeySignIn', () => import('../passkey/PasskeySignIn.tsx'), { place: 'unseen' })
const Invitation = lazy('Invitation', () => import('../../invite/Invitation.tsx'), { place: 'unseen' })

/** Google sign-in starts at the content service (A7.31); in a native app platform/wire.ts handles it. */
const GOOGLE = '/api/connect/google'

/** A2.31: one field; the number decides between sign-in and registration. */
export function WelcomeScreen() {
  const partner = usePartner()
  const { partnerName, socialLoginEnabled, welcomePromise } = partner
  const reason = reasonOf(useSearch())
  const booking = useOfDevice(isBookingRunning)
  const company = useOfDevice(companyThatSent)
  const offersPasskey = useOfDevice(canUsePasskeys)
  const [prefilled] = useState(() => knownPhone() !== undefined)
  const isInvited = reason === 'referral' || reason === 'referral-error'
  const heading = isInvited ? reason : booking ? 'booking' : 'hello'
  // After a session has ended there is nothing to go back to.
  const canGoBack = useOfDevice(hasHistory) && (!reason || isInvited)
  return (
    <Screen
      title={t(`access.welcome.heading.${heading}`, { partner: partnerName })}
      onBack={canGoBack && (() => history.back())}
    >
      <div className={css.page}>
        <WhyHere reason={reason} />
        {company && <p className={css.intro}>{t('access.welcome.company', { company })}</p>}
        {welcomePromise && !reason && !booking && <p className={css.promise}>{welcomePromise}</p>}
        <p className={css.intro}>
          {t(
            booking
              ? 'access.welcome.introBooking'
              : hasCapability(partner, 'messages')
                ? 'access.welcome.intro'
                : 'access.welcome.introClosed',
          )}
        </p>
        {reason === 'referral' && <Invitation />}
        <WelcomeForm />
        {!booking && !prefilled && (
          <Button onClick={() => goTo(pathOf('home', {}))}>{t('access.welcome.guest')}</Button>
        )}
        {socialLoginEnabled && (
          <LinkButton href={GOOGLE} target="_self">
            {t('access.welcome.google')}
          </LinkButton>
        )}
        {offersPasskey && <PasskeySignIn />}
        <Legal />
        {!reason && !booking && !company && !prefilled && frontDoor.element}
      </div>
    </Screen>
  )
}

function WhyHere({ reason }: { reason: Reason | undefined }) {
  if (reason === 'inactivity') return <Alert tone="info" title={t('access.welcome.inactivity')} />
  if (reason === 'unauthorized') {
    return (
      <Alert tone="warning" title={t('access.welcome.unauthorized')}>
        {t('access.welcome.signInAgain')}
      </Alert>
    )
  }
  if (reason === 'referral-error') return <p className={css.intro}>{t('access.welcome.referralError')}</p>
  return null
}

function Legal() {
  const { enableCookieConsent } = usePartner()
  return (
    <p className={css.legal}>
      {t('access.welcome.legal')} <a href={pathOf('termsAndConditions')}>{t('access.welcome.terms')}</a>
      {'\u00a0· '}
      <a href={pathOf('privacyPolicy')}>{t('access.welcome.privacy')}</a>
      {enableCookieConsent && (
        <>
          {'\u00a0· '}
          <a href={pathOf('agreements')}>{t('brand.cookies.link')}</a>
        </>
      )}
    </p>
  )
}

const never = () => () => {}
/** A value that only this device knows: the prerendered page uses false, and so does hydration. */
const useOfDevice = <T,>(read: () => T): T | false => useSyncExternalStore<T | false>(never, read, () => false)
const companyThatSent = (): string => storedAnonymousUser()?.companyName ?? ''
