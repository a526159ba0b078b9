import { formatRelativeMoment } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'

/** "Primera hora libre: mañana, 9:00"; nothing of who gives care at once alone, or is taken as far as the calendar goes. */
export const nextFreeMessage = ({
  nextFree,
  timeZone,
}: {
  nextFree: string | null
  timeZone: string
}): string | undefined =>
  nextFree ? t('booking.calendar.firstFree', { when: formatRelativeMoment(nextFree, timeZone) }) : undefined
