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
