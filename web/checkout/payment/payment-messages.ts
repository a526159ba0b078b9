import type { Invoice } from '@cuida/core/checkout/invoice/invoice.ts'
import type { Payment, PaymentSummary } from '@cuida/core/checkout/payment/payment-api.ts'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/** "Visa •••• 4422": never more of a card than its mask. */
export function paymentMethodLabel(
  payment: Pick<PaymentSummary, 'paymentMethodType' | 'cardType' | 'maskedCardNumber'>,
) {
  const { paymentMethodType, cardType, maskedCardNumber } = payment
  if (paymentMethodType === 'PIX') return 'Pix'
  const brand = t(cardType ? `checkout.card.brand.${cardType}` : 'checkout.card')
  // The mask is one thing: it does not break over two lines.
  return [brand, maskedCardNumber?.replace(' ', '\u00a0')].filter(Boolean).join(' ')
}

/** In how many parts, what they come to, and how much of that is interest; nothing of what is paid at once. */
export function installmentsMessage({
  installments,
  payerTotal,
  amount,
  currency,
}: InstallmentPayment): string | undefined {
  if (installments === 1) return undefined
  const say = (sum: number) => formatMoney({ amount: sum, currency })
  const values = { installments, total: say(payerTotal), interest: say(payerTotal - amount) }
  return t(payerTotal > amount ? 'checkout.payment.installments.interest' : 'checkout.payment.installments', values)
}
type InstallmentPayment = Pick<Payment, 'installments' | 'payerTotal' | 'amount' | 'currency'>

/** Its number, or what is being done about it. */
export function invoiceMessage({ state, number }: Invoice): string {
  if (!number) return t('checkout.payment.invoice.preparing')
  return state === 'cancelling' ? t('checkout.payment.invoice.cancelling', { number }) : number
}
