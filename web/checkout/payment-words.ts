import type { Invoice } from '@cuida/core/checkout/invoice.ts'
import type { PaymentSummary } from '@cuida/core/checkout/payment-api.ts'
import { t } from '@cuida/ui/words/words.ts'

/** "Visa •••• 4422": never more of a card than its mask. */
export function methodWords(payment: Pick<PaymentSummary, 'paymentMethodType' | 'cardType' | 'maskedCardNumber'>) {
  const { paymentMethodType, cardType, maskedCardNumber } = payment
  if (paymentMethodType === 'PIX') return 'Pix'
  const brand = t(cardType ? `checkout.card.brand.${cardType}` : 'checkout.card')
  // The mask is one thing: it does not break over two lines.
  return [brand, maskedCardNumber?.replace(' ', '\u00a0')].filter(Boolean).join(' ')
}

/** Its number, or what is being done about it. */
export function invoiceWords({ state, number }: Invoice): string {
  if (!number) return t('checkout.payment.invoice.preparing')
  return state === 'cancelling' ? t('checkout.payment.invoice.cancelling', { number }) : number
}
