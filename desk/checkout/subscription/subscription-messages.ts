import type { SubscriptionLine } from '@cuida/core/checkout/subscription/desk-subscription-api.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'
import type { HistoryEvent, StatusText } from '../order/order-messages.ts'

const TONES: Readonly<Record<string, [ChipTone, IconName]>> = {
  ACTIVE: ['success', 'check'],
  TRIALING: ['success', 'check'],
  PAST_DUE: ['danger', 'warning'],
  PAUSED: ['warning', 'clock'],
}

/** The chip of a subscription: first what needs a person, then its status. */
export function subscriptionStatusText({ status, attention }: SubscriptionLine): StatusText {
  if (attention)
    return {
      text: t(`desk.orders.attention.${attention}`),
      tone: attention === 'refunding' ? 'neutral' : attention === 'asked' ? 'accent' : 'danger',
      icon: attention === 'refunding' ? 'clock' : 'warning',
    }
  const [tone, icon] = TONES[status] ?? ['neutral', 'clock']
  return { text: subscriptionStatusLabel(status), tone, icon }
}

/** The provider may send a status that we have no message for. */
export function subscriptionStatusLabel(status: string): string {
  const key = `desk.subscriptions.status.${status}`
  return hasMessage(key) ? t(key) : status
}

/** The label of a subscription charge; its status may be the provider's own. */
export function chargeLabel(status: string): string {
  const key = `desk.subscriptions.charge.${status}`
  return hasMessage(key) ? t(key) : status
}

/** A person's action, or the status after a provider update, with the outcome of the charge. */
export function eventLabel({ detail, status }: HistoryEvent): string {
  if (detail && hasMessage(`desk.orders.event.${detail}`)) return t(`desk.orders.event.${detail}`)
  const [paid = ''] = (detail ?? '').split(' ')
  const charge = hasMessage(`desk.subscriptions.charge.${paid}`) ? chargeLabel(paid) : ''
  return [subscriptionStatusLabel(status), charge].filter(Boolean).join(' · ')
}
