import { formatShortMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/**
 * "Libre mañana, 9:00"; undefined for a clinician with on-demand care only, or without a free time in
 * the calendar.
 */
export const nextFreeMessage = ({
  nextFree,
  timeZone,
}: {
  nextFree: string | null
  timeZone: string
}): string | undefined =>
  nextFree ? t('catalogue.team.free', { when: formatShortMoment(nextFree, timeZone) }) : undefined
