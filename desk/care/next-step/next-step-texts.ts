import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { formatWhenLong } from '../../kit/clinic-time.ts'

/** The arranged next steps, one line each, without a slot that is no longer on hold. */
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
