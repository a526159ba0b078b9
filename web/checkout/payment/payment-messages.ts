import type { Invoice } from '@cuida/core/checkout/invoice/invoice.ts'
import type { Payment, PaymentSummary } from '@cuida/core/checkout/payment/payment-api.ts'
import { WALLET_NAMES, walletOf } from '@cuida/core/checkout/wallet/wallet.ts'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/** "Visa •••• 4422": never more of a card than its mask. */
export function paymentMethodLabel(
  payment: Pick<PaymentSummary, 'paymentMethodType' | 'cardType' | 'maskedCardNumber'>,
) {
  const { paymentMethodType, cardType, maskedCardNumber } = payment
  if (paymentMethodType === 'PIX') return 'Pix'
  const wallet = walletOf(paymentMethodType)
  if (wallet) return WALLET_NAMES[wallet]
  const brand = t(cardType ? `checkout.card.brand.${cardType}` : 'checkout.card')
  // A no-break space keeps the mask on one line.
  return [brand, maskedCardNumber?.replace(' ', '\u00a0')].filter(Boolean).join(' ')
}

/** Number of installments, total and interest; undefined for a single payment. */
export function installmentsMessage({
  installments,
  payerTotal,
  amount,
  currency,
}: InstallmentPayment): string | undefined {
  if (installments === 1) return undefined
  const formatAmount = (sum: number) => formatMoney({ amount: sum, currency })
  const values = { installments, total: formatAmount(payerTotal), interest: formatAmount(payerTotal - amount) }
  return t(payerTotal > amount ? 'checkout.payment.installments.interest' : 'checkout.payment.installments', values)
}
type InstallmentPayment = Pick<Payment, 'installments' | 'payerTotal' | 'amount' | 'currency'>

/** The invoice's number, or its progress. */
export function invoiceMessage({ state, number }: Invoice): string {
  if (!number) return t('checkout.payment.invoice.preparing')
  return state === 'cancelling' ? t('checkout.payment.invoice.cancelling', { number }) : number
}
