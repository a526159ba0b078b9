import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { formatWhenLong } from '../../kit/clinic-time.ts'

/** What was arranged for after this consultation, a line each; a time that is no longer held is not among it. */
export function nextStepTexts(
  { followUp, letters }: Pick<DeskConsultation, 'followUp' | 'letters'>,
  now: Date,
): string[] {
  const isHeld = followUp && new Date(followUp.keptUntil) > now
  return [
    ...(isHeld
      ? [
          t('desk.next.followUp.held', {
            product: followUp.productName,
            when: formatWhenLong(followUp.startTime),
            until: formatWhenLong(followUp.keptUntil),
          }),
        ]
      : []),
    ...letters.map(({ kind, recipient }) => t(`desk.next.${kind}.signed`, { recipient: recipient ?? '' })),
  ]
}
