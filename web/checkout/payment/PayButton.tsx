import { hasCapability } from '@cuida/core/brand/disabled-capabilities.ts'
import type { Price } from '@cuida/core/checkout/order/api.ts'
import { isChargeable } from '@cuida/core/checkout/price/price.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { chosenInstallment } from '../card/installment-choice.ts'
import type { PixForm } from '../pix/use-pix.ts'
import { PAYMENT_FORM_ID, type Payment } from './use-payment.ts'

export const PIX_FORM_ID = 'payment-pix'

interface PayButtonProps {
  price: Price | undefined
  payment: Payment
  /** False when the patient does not pay by Pix. */
  pix: PixForm | false
}

/** The one main action: pay the price, or confirm a free booking. */
export function PayButton({ price, payment, pix }: PayButtonProps) {
  const takesPayments = hasCapability(usePartner(), 'payments')
  if (!price || !isChargeable(price) || (price.total > 0 && !takesPayments)) return null
  return (
    <Button
      type="submit"
      form={pix ? PIX_FORM_ID : PAYMENT_FORM_ID}
      variant="primary"
      busy={pix ? pix.busy : payment.form.busy}
    >
      {price.total === 0
        ? t('checkout.confirm')
        : pix
          ? payLabel(price, 'checkout.pix.pay')
          : cardMessage(price, payment)}
    </Button>
  )
}

const payLabel = ({ total: amount, currency }: Price, key: string): string =>
  t(key, { amount: formatMoney({ amount, currency }) })

/** With installments the button shows their number and amount. */
function cardMessage(price: Price, { savedCard, offer, form }: Payment): string {
  const { installments, each: amount } = chosenInstallment(
    savedCard ? 'none' : offer,
    form.values.installments,
    price.total,
  )
  if (installments === 1) return payLabel(price, 'checkout.pay')
  return t('checkout.pay.installments', { installments, each: formatMoney({ amount, currency: price.currency }) })
}
