import type { Dispute } from '@cuida/core/checkout/dispute/desk-dispute-api.ts'
import type { DisputeState } from '@cuida/core/checkout/dispute/dispute.ts'
import { formatMoney } from '@cuida/ui/i18n/format.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import type { ChipTone } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { formatWhenLong } from '../../kit/clinic-time.ts'

const TONES: Readonly<Record<DisputeState, ChipTone>> = {
  open: 'warning',
  answered: 'neutral',
  won: 'success',
  lost: 'danger',
}

/** The status chip of a dispute. */
export const disputeChip = (state: DisputeState) =>
  ({
    text: t(`desk.disputes.state.${state}`),
    tone: TONES[state],
    icon: state === 'won' ? 'check' : 'warning',
  }) as const

/** The label of an event: of an order or subscription by its stored name, of a consultation by its action. */
export function actionLabel(type: string): string {
  const keys = [`desk.orders.event.${type}`, `desk.action.${type}`, `desk.orders.status.${type}`, ...ofPlans(type)]
  const known = keys.find((key) => hasMessage(key))
  return known ? t(known) : type
}

const ofPlans = (type: string): string[] => [`desk.subscriptions.charge.${type}`, `desk.subscriptions.status.${type}`]

/** The evidence as text to send on. It holds only what the screen shows. */
export function evidenceText({ evidence, kind, reference, currency, orderId, subscriptionId }: Dispute): string {
  const fact = (name: string, value: string | null) => (value ? [`${t(`desk.disputes.fact.${name}`)}: ${value}`] : [])
  const section = (name: string, lines: string[]) =>
    lines.length > 0 ? ['', t(`desk.disputes.part.${name}`), ...lines.map((line) => `- ${line}`)] : []
  return [
    t(`desk.disputes.kind.${kind}`),
    ...fact('reference', reference),
    ...fact('payment', evidence.providerPaymentId),
    ...fact('order', orderId ?? subscriptionId),
    ...fact('product', evidence.productName),
    ...fact('amount', formatMoney({ amount: evidence.amount, currency })),
    ...fact('card', evidence.maskedCardNumber),
    ...fact('ordered', formatWhenLong(evidence.orderedAt)),
    ...fact('time', evidence.startsAt && formatWhenLong(evidence.startsAt)),
    ...fact('clinician', evidence.clinicianName),
    ...section('consents', consentLines(evidence)),
    ...section('actions', actionLines(evidence)),
    ...section('notes', noteLines(evidence)),
    ...section('refunds', refundLines(evidence, currency)),
  ].join('\n')
}

type Evidence = Dispute['evidence']

export const consentLines = ({ consents }: Evidence): string[] =>
  consents.map(({ kind, title, version, at }) =>
    [formatWhenLong(at), t(`brand.agreements.kind.${kind}`), title, version].filter(Boolean).join(' · '),
  )

export const actionLines = ({ actions }: Evidence): string[] =>
  actions.map(({ at, type }) => `${formatWhenLong(at)} · ${actionLabel(type)}`)

export const noteLines = ({ notesSignedAt }: Evidence): string[] =>
  notesSignedAt.map((at) => t('desk.disputes.signed', { when: formatWhenLong(at) }))

export const refundLines = ({ refunds }: Evidence, currency: Dispute['currency']): string[] =>
  refunds.map(({ amount, state, at }) =>
    [formatWhenLong(at), formatMoney({ amount, currency }), t(`desk.orders.refund.${state}`)].join(' · '),
  )
