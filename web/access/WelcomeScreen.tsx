import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useSearch } from 'wouter'
import { goTo } from '../kit/navigation.ts'
import { usePartner } from '../kit/partner.tsx'
import { isBookingRunning } from '../kit/running-booking.ts'
import { pathOf } from '../routes.ts'
import { WelcomeForm } from './WelcomeForm.tsx'
import css from './WelcomeScreen.module.css'

/** Why a person was sent here (spec 1 §2 "Redirection reasons"), and what that says to them. */
const REASONS = ['unauthorized', 'inactivity', 'referral', 'referral-error'] as const
type Reason = (typeof REASONS)[number]

/** Spec 1 §2 "Welcome screen": one field, and the road forks by whether the number has an account. */
export function WelcomeScreen() {
  const { partnerName } = usePartner()
  const reason = reasonOf(useSearch())
  const booking = isBookingRunning()
  const heading = reason === 'referral' || reason === 'referral-error' ? reason : booking ? 'booking' : 'hello'
  return (
    <Screen title={t(`access.welcome.heading.${heading}`, { partner: partnerName })}>
      <div className={css.page}>
        {reason === 'inactivity' && <Alert tone="info" title={t('access.welcome.inactivity')} />}
        {reason === 'unauthorized' && <Alert tone="warning" title={t('access.welcome.unauthorized')} />}
        <p className={css.intro}>{t(booking ? 'access.welcome.introBooking' : 'access.welcome.intro')}</p>
        <WelcomeForm />
        {!booking && (
          <Button variant="quiet" onClick={() => goTo(pathOf('home', {}))}>
            {t('access.welcome.guest')}
          </Button>
        )}
        <Legal />
      </div>
    </Screen>
  )
}

function Legal() {
  return (
    <p className={css.legal}>
      {t('access.welcome.legal')} <a href={pathOf('termsAndConditions')}>{t('access.welcome.terms')}</a>
      {' · '}
      <a href={pathOf('privacyPolicy')}>{t('access.welcome.privacy')}</a>
    </p>
  )
}

function reasonOf(search: string): Reason | undefined {
  const given = new URLSearchParams(search).get('reason')
  return REASONS.find((reason) => reason === given)
}
