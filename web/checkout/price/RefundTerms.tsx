import { noticeDeadline } from '@cuida/core/consultation/notice.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { formatLongMoment, formatMinutes } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import type { Slot } from '../../booking/cart/booking.ts'
import { answerByMessage } from '../../catalogue/product/forecast-messages.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import css from './RefundTerms.module.css'

interface RefundTermsProps {
  slot: Slot | undefined
  /** On demand: when the payment is refunded unless a clinician has called. */
  answerBy: string | null | undefined
}

/** What is refunded until when, in one sentence beside the button that pays. */
export function RefundTerms({ slot, answerBy }: RefundTermsProps) {
  const { timeZone } = usePartner()
  if (slot) return <Cancellation startTime={slot.startTime} />
  return answerBy ? <p className={css.terms}>{answerByMessage(answerBy, timeZone)}</p> : null
}

function Cancellation({ startTime }: { startTime: string }) {
  const { minCancellationTimeInAdvanceMinutes: notice, partnerConfig, timeZone } = usePartner()
  const { graceMinutes } = partnerConfig.care
  const until = noticeDeadline(startTime, notice, serverDate())
  return (
    <p className={css.terms}>
      {until
        ? t('checkout.cancellation.until', { moment: formatLongMoment(until, timeZone) })
        : t(`checkout.cancellation.${graceMinutes ? 'late' : 'none'}`, {
            notice: formatMinutes(notice),
            grace: formatMinutes(graceMinutes),
          })}
    </p>
  )
}
