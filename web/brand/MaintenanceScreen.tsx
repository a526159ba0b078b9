import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { Brand } from '../kit/frame/Brand.tsx'

/** A2.44. Plain HTML from the server without a script; "reload" links to the same page. */
export function MaintenanceScreen() {
  const { partnerName: partner, emergencyPhoneNumber: number } = usePartner()
  return (
    <main className="overlay">
      <Brand />
      <h1>{t('brand.maintenance.title')}</h1>
      <p>{t('brand.maintenance.text', { partner })}</p>
      <LinkButton variant="primary" href="" target="_self" icon="refresh">
        {t('brand.maintenance.reload')}
      </LinkButton>
      <p>{t('brand.maintenance.emergency', { number })}</p>
      <LinkButton variant="danger" href={`tel:${number}`} icon="phone">
        {t('brand.help.call', { number })}
      </LinkButton>
    </main>
  )
}
