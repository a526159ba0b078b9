import type { Order } from '@cuida/core/checkout/order/order.ts'
import { REFUND_DAYS } from '@cuida/core/kit/assumptions.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { LinkButton } from '@cuida/ui/Button/Button.tsx'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { pathOf } from '../routes.ts'

/** The refund of a cancelled booking: pending, done, or under review by staff. */
export function RefundNotice({ order }: { order: Order }) {
  const { amount, currency, refund, cancelledBy, paymentId, status } = order
  if (!cancelledBy || status !== 'ACTIVE' || amount === 0) return null
  const href = paymentId ? pathOf('paymentDetails', undefined, { id: paymentId }) : pathOf('paymentHistory')
  const action = (
    <LinkButton href={href} fit>
      {t('care.refund.see')}
    </LinkButton>
  )
  if (!refund) return <Alert tone="info" title={t('care.refund.none')} action={action} />
  const sum = formatMoney({ amount: refund.amount, currency })
  return (
    <Alert tone={TONE[refund.state]} title={refundMessage(refund.state, sum)} action={action}>
      {t(`checkout.refund.next.${refund.state}`, DAYS)}
    </Alert>
  )
}

const TONE = { pending: 'info', done: 'success', refused: 'warning' } as const
const DAYS = { from: REFUND_DAYS.from, to: REFUND_DAYS.to }

export const refundMessage = (state: 'owed' | 'pending' | 'done' | 'refused', amount: string): string =>
  t(`care.refund.${state}`, { amount, ...DAYS })
