import type { WebhookDeliveryState, WebhookEndpoint, WebhookState } from '@cuida/core/access/webhook/webhook-api.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'

interface Chip {
  tone: ChipTone
  icon: IconName
}

const CHIP: Readonly<Record<WebhookState, Chip>> = {
  waiting: { tone: 'warning', icon: 'clock' },
  declined: { tone: 'danger', icon: 'close' },
  unverified: { tone: 'warning', icon: 'help' },
  active: { tone: 'success', icon: 'check' },
  paused: { tone: 'warning', icon: 'minus' },
  ended: { tone: 'neutral', icon: 'close' },
}

const DELIVERY_CHIP: Readonly<Record<WebhookDeliveryState, Chip>> = {
  waiting: { tone: 'neutral', icon: 'clock' },
  delivered: { tone: 'success', icon: 'check' },
  failed: { tone: 'danger', icon: 'close' },
}

/** The status chip of a webhook. */
export const stateChip = (state: WebhookState) => ({ ...CHIP[state], text: t(`desk.webhooks.state.${state}`) })

export const deliveryChip = (state: WebhookDeliveryState) => ({
  ...DELIVERY_CHIP[state],
  text: t(`desk.webhooks.deliveryState.${state}`),
})

export const isReadersTurn = ({ state, isOwn }: WebhookEndpoint): boolean => state === 'waiting' && !isOwn

/** A decision of the reader, or a webhook that was paused because nothing arrived. */
export const needsAttention = (webhook: WebhookEndpoint): boolean =>
  isReadersTurn(webhook) || (webhook.state === 'paused' && webhook.isPausedByFailures)

/** Messages fail, and nobody has paused it. */
export const isFailing = ({ state, failingSince }: WebhookEndpoint): boolean =>
  state === 'active' && failingSince !== null
