import type { Price } from '@cuida/core/checkout/api.ts'
import { isChargeable } from '@cuida/core/checkout/price.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { enterFromCheckout } from './GuestNotice.tsx'
import type { Payment } from './use-payment.ts'

/** The button stands outside the form that it submits. */
export const PAYMENT_FORM = 'payment'

interface PayButtonProps {
  price: Price | undefined
  payment: Payment
  isGuest: boolean
}

/** The one main action: who are you, pay this much, or confirm what costs nothing. */
export function PayButton({ price, payment, isGuest }: PayButtonProps) {
  if (isGuest) {
    return (
      <Button variant="primary" onClick={enterFromCheckout}>
        {t('checkout.guest.enter')}
      </Button>
    )
  }
  if (!price || !isChargeable(price)) return null
  return (
    <Button type="submit" form={PAYMENT_FORM} variant="primary" busy={payment.form.busy}>
      {price.total === 0
        ? t('checkout.confirm')
        : t('checkout.pay', { amount: money({ amount: price.total, currency: price.currency }) })}
    </Button>
  )
}
