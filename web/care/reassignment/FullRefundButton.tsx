import type { Consultation } from '@cuida/core/care/consultation.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useState } from 'react'
import { CancelDialog } from '../booked/CancelDialog.tsx'
import { useOrderOf } from '../queries.ts'
import { refundMessage } from '../RefundNotice.tsx'

/**
 * A full refund regardless of the cancellation deadline, because the clinic did not keep the appointment. No reason
 * is asked.
 */
export function FullRefundButton({
  consultation,
  because,
}: {
  consultation: Pick<Consultation, 'orderId'>
  because: string
}) {
  const order = useOrderOf(consultation)
  const [isAsking, setAsking] = useState(false)
  if (!order) return null
  const { amount, currency } = order
  const refund = amount === 0 ? t('care.cancel.free') : refundMessage('owed', formatMoney({ amount, currency }))
  return (
    <>
      <Button icon="card" onClick={() => setAsking(true)}>
        {t('care.late.MONEY')}
      </Button>
      {isAsking && (
        <CancelDialog orderId={order.id} because={because} refundLines={[refund]} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
