import type { Config } from '@cuida/core/brand/config.ts'
import type { Payment } from '@cuida/core/checkout/payment/payment-api.ts'
import { WALLET_NAMES, walletOf } from '@cuida/core/checkout/wallet/wallet.ts'
import { dateLocale } from '@cuida/core/kit/date-formats.ts'
import { formatDate } from '../../../kit/i18n/format-moment.ts'
import { numberFormat } from '../../../kit/i18n/intl-formats.ts'
import type { Translate } from '../../../kit/i18n/translator.ts'

/** One line of a receipt; `amount` only for money. */
export interface ReceiptLine {
  term: string
  amount: string
}
/** The content of a receipt, independent of its layout. */
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
  name: string
  locale: string
  translate: Translate
}

/** Lists what was paid for and what was refunded, with the masked card number only. Taxes belong on the invoice. */
export function receiptOf(payment: Payment, { config, name, locale, translate }: Maker): Receipt {
  const { currency, lines, amount, refunds, invoice } = payment
  const money = (sum: number) => formatReceiptAmount(sum, currency, locale)
  const day = (moment: string) => formatDate(new Date(moment), { ...config, locale })
  const refunded = refunds.map((refund) => ({
    term: translate(`checkout.receipt.refund.${refund.state}`, { day: day(refund.settledAt ?? refund.createdAt) }),
    amount: money(-refund.amount),
  }))
  const chargeback = { term: translate('checkout.receipt.chargedBack'), amount: money(-payment.chargedBack) }
  return {
    title: translate('checkout.receipt.title'),
    issuer: [config.legal.name, config.legal.taxId, config.legal.address],
    facts: [
      // Eight characters identify the payment and are short enough to read out on the phone.
      translate('checkout.receipt.number', { number: payment.id.slice(0, 8).toUpperCase() }),
      translate('checkout.receipt.paidOn', { day: day(payment.createdAt) }),
      translate('checkout.receipt.paidBy', { name }),
      translate('checkout.receipt.for', { name: payment.patient.firstName }),
      translate('checkout.receipt.method', { method: methodWords(payment, translate) }),
      ...installmentLines(payment, { money, translate }),
      ...(invoice?.number ? [translate('checkout.receipt.invoice', { number: invoice.number })] : []),
    ],
    lines: lines.map((line) => ({ term: lineWords(line, translate), amount: money(line.amount) })),
    total: { term: translate('checkout.receipt.total'), amount: money(amount) },
    refunds: payment.chargedBack > 0 ? [...refunded, chargeback] : refunded,
    note: translate('checkout.receipt.note', { partner: config.partnerName }),
  }
}

function lineWords({ kind, name, percentage }: Payment['lines'][number], translate: Translate): string {
  if (kind === 'product') return name
  return translate(name ? `checkout.price.${kind}` : `checkout.price.${kind}.unnamed`, {
    name,
    percentage: percentage ?? 0,
  })
}

function methodWords({ paymentMethodType, cardType, maskedCardNumber }: Payment, translate: Translate): string {
  if (paymentMethodType === 'PIX') return 'Pix'
  const wallet = walletOf(paymentMethodType)
  if (wallet) return WALLET_NAMES[wallet]
  const brand = cardType ? translate(`checkout.card.brand.${cardType}`) : translate('checkout.card')
  return [brand, maskedCardNumber].filter(Boolean).join(' ')
}

/** The number of installments and the bank's interest, which is no part of the amount paid here. */
function installmentLines(
  { installments, payerTotal, amount }: Payment,
  { money, translate }: { money: (sum: number) => string; translate: Translate },
): string[] {
  if (installments === 1) return []
  const total = money(payerTotal)
  return payerTotal > amount
    ? [
        translate('checkout.receipt.installments.interest', {
          installments,
          total,
          interest: money(payerTotal - amount),
        }),
      ]
    : [translate('checkout.receipt.installments', { installments })]
}

export function formatReceiptAmount(amount: number, currency: string, locale: string): string {
  const format = numberFormat(dateLocale(locale), { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
