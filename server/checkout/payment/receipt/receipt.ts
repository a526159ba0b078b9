import type { Config } from '@cuida/core/brand/config.ts'
import type { Payment } from '@cuida/core/checkout/payment/payment-api.ts'
import { dateLocale } from '@cuida/core/kit/date-formats.ts'
import { numberFormat } from '../../../kit/words/formats.ts'
import { dateInWords } from '../../../kit/words/moment-words.ts'
import type { Speak } from '../../../kit/words/words.ts'

/** One line of a receipt: what it is and, where it is money, how much. */
export interface ReceiptLine {
  term: string
  amount: string
}
/** What a receipt says, before anybody draws it. */
export interface Receipt {
  title: string
  issuer: string[]
  facts: string[]
  lines: ReceiptLine[]
  total: ReceiptLine
  refunds: ReceiptLine[]
  note: string
}

interface Maker {
  config: Pick<Config, 'partnerName' | 'legal' | 'timeZone' | 'dateFormats'>
  /** Who paid. */
  name: string
  locale: string
  say: Speak
}

/** What was paid and for what, what went back, and no card number beyond its mask. Taxes are the invoice's to tell. */
export function receiptOf(payment: Payment, { config, name, locale, say }: Maker): Receipt {
  const { currency, lines, amount, refunds, invoice } = payment
  const money = (sum: number) => moneyWords(sum, currency, locale)
  const day = (moment: string) => dateInWords(new Date(moment), { ...config, locale })
  const refunded = refunds.map((refund) => ({
    term: say(`checkout.receipt.refund.${refund.state}`, { day: day(refund.settledAt ?? refund.createdAt) }),
    amount: money(-refund.amount),
  }))
  const taken = { term: say('checkout.receipt.chargedBack'), amount: money(-payment.chargedBack) }
  return {
    title: say('checkout.receipt.title'),
    issuer: [config.legal.name, config.legal.taxId, config.legal.address],
    facts: [
      // Enough of it to find it again, and to read it out on the phone.
      say('checkout.receipt.number', { number: payment.id.slice(0, 8).toUpperCase() }),
      say('checkout.receipt.paidOn', { day: day(payment.createdAt) }),
      say('checkout.receipt.paidBy', { name }),
      say('checkout.receipt.for', { name: payment.patient.firstName }),
      say('checkout.receipt.method', { method: methodWords(payment, say) }),
      ...partsWords(payment, { money, say }),
      ...(invoice?.number ? [say('checkout.receipt.invoice', { number: invoice.number })] : []),
    ],
    lines: lines.map((line) => ({ term: lineWords(line, say), amount: money(line.amount) })),
    total: { term: say('checkout.receipt.total'), amount: money(amount) },
    refunds: payment.chargedBack > 0 ? [...refunded, taken] : refunded,
    note: say('checkout.receipt.note', { partner: config.partnerName }),
  }
}

function lineWords({ kind, name, percentage }: Payment['lines'][number], say: Speak): string {
  if (kind === 'product') return name
  return say(name ? `checkout.price.${kind}` : `checkout.price.${kind}.unnamed`, { name, percentage: percentage ?? 0 })
}

function methodWords({ paymentMethodType, cardType, maskedCardNumber }: Payment, say: Speak): string {
  if (paymentMethodType === 'PIX') return 'Pix'
  const brand = cardType ? say(`checkout.card.brand.${cardType}`) : say('checkout.card')
  return [brand, maskedCardNumber].filter(Boolean).join(' ')
}

/** In how many parts, and what the payer's bank takes beside the price: it is none of what was paid here. */
function partsWords(
  { installments, payerTotal, amount }: Payment,
  { money, say }: { money: (sum: number) => string; say: Speak },
): string[] {
  if (installments === 1) return []
  const total = money(payerTotal)
  return payerTotal > amount
    ? [say('checkout.receipt.parts.interest', { installments, total, interest: money(payerTotal - amount) })]
    : [say('checkout.receipt.parts', { installments })]
}

export function moneyWords(amount: number, currency: string, locale: string): string {
  const format = numberFormat(dateLocale(locale), { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
