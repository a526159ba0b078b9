import { clockTime, dayOf, shortDay } from '@cuida/ui/words/format.ts'

/** "16:20" today, "26 nov 16:20" otherwise, on this desk's own clock. */
export const timeWords = (moment: string): string =>
  dayOf(moment) === dayOf(Date.now()) ? clockTime(moment) : `${shortDay(moment)} ${clockTime(moment)}`
