import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/words/words.ts'

/** Who gave me this patient, and why: until the work with them begins. */
export function HandedOver({ consultation }: { consultation: DeskConsultation }) {
  const { handedOver, status, callState } = consultation
  if (!handedOver || status !== 'ACTIVE' || callState !== 'none') return null
  return (
    <Alert tone="info" title={t('desk.handOver.from', { colleague: handedOver.by })}>
      <p>{t('desk.handOver.why', { reason: t(`desk.handOver.reason.${handedOver.reason}`) })}</p>
    </Alert>
  )
}
