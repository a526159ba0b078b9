import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/partner.tsx'
import { supportMail } from '../kit/contact.ts'

/** Spec 1 §8 BLOCKED_USER: a notice, and a way to reach somebody. */
export function BlockedNotice() {
  const { partnerConfig } = usePartner()
  return (
    <Alert
      tone="danger"
      title={t('access.blocked')}
      action={{ label: t('access.blockedContact'), href: supportMail(partnerConfig.supportProvider.info.email, t('access.blockedSubject')) }}
    />
  )
}
