import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { pathOf } from '../../routes.ts'
import { supportMail, whatsappLink } from '../contact.ts'
import { usePartner } from '../content/partner.tsx'
import css from './HelpSheet.module.css'

/** WhatsApp, e-mail and the emergency number, on every screen (product 11.9). */
export function HelpSheet({ onClose }: { onClose: () => void }) {
  const { partnerConfig, emergencyPhoneNumber: number, partnerName } = usePartner()
  const { email, whatsapp } = partnerConfig.supportProvider.info
  return (
    <Dialog open title={t('brand.help.title')} onClose={onClose}>
      <div className={css.sheet}>
        <p>{t('brand.help.intro')}</p>
        <LinkButton href={whatsappLink(whatsapp, partnerName)} target="_blank" rel="noreferrer">
          {t('brand.help.whatsapp')}
        </LinkButton>
        <LinkButton href={supportMail(email, partnerName)}>{t('brand.help.email')}</LinkButton>
        <LinkButton href={pathOf('support')} variant="quiet" onClick={onClose}>
          {t('brand.help.faqs')}
        </LinkButton>
        <p className={css.emergency}>{t('brand.help.emergency', { number })}</p>
        <LinkButton href={`tel:${number}`} variant="danger" icon="phone">
          {t('brand.help.call', { number })}
        </LinkButton>
      </div>
    </Dialog>
  )
}
