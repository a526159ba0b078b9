import type { OrderLine, TimelineEvent } from '@cuida/core/checkout/order/desk-order-api.ts'
import type { MoneyTask } from '@cuida/core/checkout/reconciliation/desk-task-api.ts'
import { paymentVendor } from '@cuida/core/kit/vendors/payment-vendors.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { currentLocale, hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'
import type { TimelineStepState } from '@cuida/ui/Timeline/Timeline.tsx'

/** The provider's display name; for a new provider, its stored id. */
export const providerName = (provider: string): string => paymentVendor(provider)?.name ?? provider

export interface StatusText {
  text: string
  tone: ChipTone
  icon: IconName
}

const TONES: Readonly<Record<OrderLine['status'], [ChipTone, IconName]>> = {
  PROCESSING: ['neutral', 'clock'],
  PENDING: ['warning', 'clock'],
  ACTIVE: ['success', 'check'],
  FAILED: ['danger', 'error'],
}

/** The chip of an order: first what needs a person, then the refunds, then the order status. */
export function orderStatusText({ status, attention, refunded, amount }: OrderLine): StatusText {
  if (attention)
    return {
      text: t(`desk.orders.attention.${attention}`),
      tone: attention === 'refunding' ? 'neutral' : attention === 'asked' ? 'accent' : 'danger',
      icon: attention === 'refunding' ? 'clock' : 'warning',
    }
  if (refunded > 0) {
    const text = t(refunded < amount ? 'desk.orders.partlyRefunded' : 'desk.orders.refunded')
    return { text, tone: 'neutral', icon: 'check' }
  }
  const [tone, icon] = TONES[status]
  return { text: t(`desk.orders.status.${status}`), tone, icon }
}

/** An event of an order, or of a subscription, whose status is the provider's own string. */
export type HistoryEvent = Omit<TimelineEvent, 'status'> & { status: string }

/** The label of a history event: its detail when we have a message for it, else its status. */
export function happeningLabel({ detail, status, source }: HistoryEvent): string {
  if (!detail && status === 'PROCESSING' && source === 'app') return t('desk.orders.event.ORDERED')
  if (detail && hasMessage(`desk.orders.event.${detail}`)) return t(`desk.orders.event.${detail}`)
  if (detail && hasMessage(`desk.orders.failure.${detail}`)) return t(`desk.orders.failure.${detail}`)
  return hasMessage(`desk.orders.status.${status}`) ? t(`desk.orders.status.${status}`) : status
}

export const sourceLabel = ({ source, by }: HistoryEvent): string =>
  by ? t('desk.orders.source.by', { name: by }) : t(`desk.orders.source.${source}`)

const BAD = ['DISPUTE_OPENED', 'DISPUTE_LOST', 'REFUND_REFUSED', 'MONEY_DIFFERS', 'REFUND_DECLINED']

export function timelineStepState({ detail, status }: HistoryEvent): TimelineStepState {
  if (detail && BAD.includes(detail)) return 'failed'
  if (status === 'FAILED' && detail && hasMessage(`desk.orders.failure.${detail}`)) return 'failed'
  return detail === 'CANCELLED' ? 'cancelled' : 'done'
}

/** Parses "12,50" or "12.5" to minor units; undefined when the text is no amount. */
export function amountOf(typed: string): number | undefined {
  const [_whole, units, cents = ''] = /^(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? []
  const amount = units === undefined ? 0 : Number(units) * 100 + Number(cents.padEnd(2, '0'))
  return amount > 0 ? amount : undefined
}

/** The amount as a user would type it, without the currency. */
export const typedAmount = (amount: number, locale: string = currentLocale()): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: false }).format(amount / 100)

export const formatSum = (amount: number | null, currency: string): string =>
  amount === null ? t('desk.tasks.nothing') : formatMoney({ amount, currency })

export const taskTitle = ({ kind }: MoneyTask): string => t(`desk.tasks.kind.${kind}`)
