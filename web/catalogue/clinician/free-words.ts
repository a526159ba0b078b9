import { momentWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'

/** "Primera hora libre: mañana, 9:00"; nothing of who gives care at once alone, or is taken as far as the calendar goes. */
export const freeWords = ({ nextFree, timeZone }: { nextFree: string | null; timeZone: string }): string | undefined =>
  nextFree ? t('booking.calendar.firstFree', { when: momentWords(nextFree, timeZone) }) : undefined
