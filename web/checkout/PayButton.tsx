import { can } from '@cuida/core/brand/without.ts'
import type { Price } from '@cuida/core/checkout/api.ts'
import { isChargeable } from '@cuida/core/checkout/price.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/partner.tsx'
import { enterFromCheckout } from './GuestNotice.tsx'
import { PAYMENT_FORM, type Payment } from './use-payment.ts'
import type { PixForm } from './use-pix.ts'

export const PIX_FORM = 'payment-pix'

interface PayButtonProps {
  price: Price | undefined
  payment: Payment
  /** When that is how it is paid. */
  pix: PixForm | false
  isGuest: boolean
}

/** The one main action: who are you, pay this much, or confirm what costs nothing. */
export function PayButton({ price, payment, pix, isGuest }: PayButtonProps) {
  const takesPayments = can(usePartner(), 'payments')
  if (isGuest) {
    return (
      <Button variant="primary" onClick={enterFromCheckout}>
        {t('checkout.guest.enter')}
      </Button>
    )
  }
  if (!price || !isChargeable(price) || (price.total > 0 && !takesPayments)) return null
  return (
    <Button
      type="submit"
      form={pix ? PIX_FORM : PAYMENT_FORM}
      variant="primary"
      busy={pix ? pix.busy : payment.form.busy}
    >
      {price.total === 0
        ? t('checkout.confirm')
        : t(pix ? 'checkout.pix.pay' : 'checkout.pay', {
            amount: money({ amount: price.total, currency: price.currency }),
          })}
    </Button>
  )
}
