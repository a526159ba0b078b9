import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { supportMail, whatsappLink } from '../../kit/contact.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { Brand } from '../../kit/frame/Brand.tsx'
import css from './RegistrationOnboarding.module.css'

/** A2.37: introduces the partner and its support before a new number registers. */
export function RegistrationOnboarding() {
  const { partnerName: partner, partnerConfig } = usePartner()
  const { email, whatsapp } = partnerConfig.supportProvider.info
  const mail = supportMail(email, t('access.onboarding.subject', { partner }), t('access.onboarding.body', { partner }))
  return (
    <section className={css.box} role="status" aria-label={t('access.onboarding.title', { partner })}>
      <Brand small />
      <p>{t('access.onboarding.intro', { partner })}</p>
      <div className={css.ways}>
        <LinkButton
          fit
          href={whatsappLink(whatsapp, t('access.onboarding.hello', { partner }))}
          target="_blank"
          rel="noreferrer"
        >
          {t('access.onboarding.whatsapp')}
        </LinkButton>
        <LinkButton fit href={mail}>
          {t('access.onboarding.email')}
        </LinkButton>
      </div>
    </section>
  )
}
