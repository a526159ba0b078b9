import type { PaymentStatus } from '@cuida/core/checkout/payment/payment.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { type ChipTone, StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'

const LOOK: Record<PaymentStatus | 'REFUNDING', { tone: ChipTone; icon: IconName }> = {
  SUCCEEDED: { tone: 'success', icon: 'check' },
  AUTHORIZED: { tone: 'success', icon: 'check' },
  PENDING: { tone: 'neutral', icon: 'clock' },
  FAILED: { tone: 'danger', icon: 'error' },
  CANCELED: { tone: 'neutral', icon: 'close' },
  EXPIRED: { tone: 'neutral', icon: 'close' },
  REFUNDED: { tone: 'brand', icon: 'refresh' },
  PARTIALLY_REFUNDED: { tone: 'brand', icon: 'refresh' },
  IN_DISPUTE: { tone: 'warning', icon: 'warning' },
  CHARGED_BACK: { tone: 'neutral', icon: 'refresh' },
  REFUNDING: { tone: 'brand', icon: 'clock' },
}

/** Status of a payment; a pending refund takes precedence. */
export function PaymentStatusChip({ payment }: { payment: { status: PaymentStatus; refundPending: number } }) {
  const status = payment.refundPending > 0 && payment.status !== 'IN_DISPUTE' ? 'REFUNDING' : payment.status
  const { tone, icon } = LOOK[status]
  return (
    <StatusChip tone={tone} icon={icon}>
      {t(`checkout.payment.status.${status}`)}
    </StatusChip>
  )
}
