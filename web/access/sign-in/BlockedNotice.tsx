import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Link } from '@cuida/ui/Link/Link.tsx'
import { supportMail } from '../../kit/contact.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { pathOf } from '../../routes.ts'

/** A8.2, BLOCKED_USER: a notice with a contact. */
export function BlockedNotice() {
  const { email } = usePartner().partnerConfig.supportProvider.info
  return (
    <Alert
      tone="danger"
      title={t('access.blocked')}
      action={<Link href={pathOf('support')}>{t('access.blockedContact')}</Link>}
    >
      <a href={supportMail(email, t('access.blockedSubject'))}>{email}</a>
    </Alert>
  )
}
