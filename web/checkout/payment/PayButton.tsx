import { hasCapability } from '@cuida/core/brand/disabled-capabilities.ts'
import type { Price } from '@cuida/core/checkout/order/api.ts'
import { isChargeable } from '@cuida/core/checkout/price/price.ts'
import { WALLET_NAMES } from '@cuida/core/checkout/wallet/wallet.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { chosenInstallment } from '../card/installment-choice.ts'
import { type ChosenMethod, walletIn } from './payment-choice.ts'
import { PAYMENT_FORM_ID, type Payment } from './use-payment.ts'

export const PIX_FORM_ID = 'payment-pix'
export const WALLET_FORM_ID = 'payment-wallet'

interface PayButtonProps {
  price: Price | undefined
  payment: Payment
  /** A free booking is confirmed with the form of a card. */
  method: ChosenMethod
  busy: boolean
}

/** The one main action: pay the price, or confirm a free booking. */
export function PayButton({ price, payment, method, busy }: PayButtonProps) {
  const takesPayments = hasCapability(usePartner(), 'payments')
  if (!price || !isChargeable(price) || (price.total > 0 && !takesPayments)) return null
  return (
    <Button
      type="submit"
      form={walletIn(method) ? WALLET_FORM_ID : method === 'pix' ? PIX_FORM_ID : PAYMENT_FORM_ID}
      variant="primary"
      busy={busy}
    >
      {labelOf(price, payment, method)}
    </Button>
  )
}

function labelOf(price: Price, payment: Payment, method: ChosenMethod): string {
  if (price.total === 0) return t('checkout.confirm')
  const wallet = walletIn(method)
  if (wallet) return payLabel(price, 'checkout.wallet.pay', { method: WALLET_NAMES[wallet] })
  return method === 'pix' ? payLabel(price, 'checkout.pix.pay') : cardMessage(price, payment)
}

const payLabel = ({ total: amount, currency }: Price, key: string, values = {}): string =>
  t(key, { amount: formatMoney({ amount, currency }), ...values })

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
