import type { SubscriptionLine } from '@cuida/core/checkout/months/desk-subscription-api.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { hasWords, t } from '@cuida/ui/words/words.ts'
import type { Past, Standing } from '../order/order-words.ts'

const TONES: Readonly<Record<string, [ChipTone, IconName]>> = {
  ACTIVE: ['success', 'check'],
  TRIALING: ['success', 'check'],
  PAST_DUE: ['danger', 'warning'],
  PAUSED: ['warning', 'clock'],
}

/** In one word: what waits for a person first, then how it stands. */
export function subscriptionStanding({ status, attention }: SubscriptionLine): Standing {
  if (attention)
    return {
      words: t(`desk.orders.attention.${attention}`),
      tone: attention === 'refunding' ? 'neutral' : attention === 'asked' ? 'accent' : 'danger',
      icon: attention === 'refunding' ? 'clock' : 'warning',
    }
  const [tone, icon] = TONES[status] ?? ['neutral', 'clock']
  return { words: statusWords(status), tone, icon }
}

/** The provider may know more of them than we do. */
export function statusWords(status: string): string {
  const key = `desk.subscriptions.status.${status}`
  return hasWords(key) ? t(key) : status
}

/** Of a month, whose words are the provider's too. */
export function monthWords(status: string): string {
  const key = `desk.subscriptions.month.${status}`
  return hasWords(key) ? t(key) : status
}

/** What a person did, or how it stood after the provider's news, with what became of the month. */
export function eventWords({ detail, status }: Past): string {
  if (detail && hasWords(`desk.orders.event.${detail}`)) return t(`desk.orders.event.${detail}`)
  const [paid = ''] = (detail ?? '').split(' ')
  const month = hasWords(`desk.subscriptions.month.${paid}`) ? monthWords(paid) : ''
  return [statusWords(status), month].filter(Boolean).join(' · ')
}
