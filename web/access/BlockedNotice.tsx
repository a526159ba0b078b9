import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { supportMail } from '../kit/contact.ts'
import { usePartner } from '../kit/partner.tsx'

/** Spec 1 §8 BLOCKED_USER: a notice, and a way to reach somebody. */
export function BlockedNotice() {
  const { partnerConfig } = usePartner()
  return (
    <Alert
      tone="danger"
      title={t('access.blocked')}
      action={
        <a href={supportMail(partnerConfig.supportProvider.info.email, t('access.blockedSubject'))}>
          {t('access.blockedContact')}
        </a>
      }
    />
  )
}
