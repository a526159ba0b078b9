import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'
import css from './ProfileScreen.module.css'

/** A2.27: the responsible company, and the legal documents. */
export function AboutScreen() {
  const { partnerName, legal, enableCookieConsent } = usePartner()
  return (
    <Screen title={t('profile.about', { partner: partnerName })}>
      <div className={css.page}>
        <p>{t('profile.aboutBy', legal)}</p>
        <LinkButton href={pathOf('termsAndConditions')}>{t('brand.policy.terms')}</LinkButton>
        <LinkButton href={pathOf('privacyPolicy')}>{t('brand.policy.privacy')}</LinkButton>
        {enableCookieConsent && <LinkButton href={pathOf('agreements')}>{t('brand.cookies.link')}</LinkButton>}
      </div>
    </Screen>
  )
}
