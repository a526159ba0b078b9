import { weekdayOf } from '@cuida/core/kit/zone.ts'
import { fullWeekday, hourWords, noonOf, startWithCapital } from '@cuida/ui/words/format.ts'
import { currentLocale, t } from '@cuida/ui/words/words.ts'

export interface Day {
  day: string
  hours: readonly { starts: string; ends: string }[]
}
interface Line {
  days: string
  hours: string
}

/** "Lunes a miércoles" and "9:00 a 14:00 y 16:00 a 19:00": from Monday on, days that are alike in one line, days off in none. */
export function weekWords(week: readonly Day[]): Line[] {
  const days = [...week]
    .sort((a, b) => weekdayOf(a.day) - weekdayOf(b.day))
    .map(({ day, hours }) => ({ day, hours: told(hours) }))
  const runs: { first: string; last: string; count: number; hours: string }[] = []
  for (const { day, hours } of days) {
    const before = runs.at(-1)
    if (before?.hours === hours) Object.assign(before, { last: day, count: before.count + 1 })
    else runs.push({ first: day, last: day, count: 1, hours })
  }
  return runs
    .filter(({ hours }) => hours !== '')
    .map(({ first, last, count, hours }) => ({ days: startWithCapital(runWords(first, last, count)), hours }))
}

function runWords(first: string, last: string, count: number): string {
  const [from, to] = [first, last].map((day) => fullWeekday(noonOf(day), 'UTC'))
  if (count === 1) return from ?? ''
  return t(count === 2 ? 'catalogue.week.two' : 'catalogue.week.run', { from: from ?? '', to: to ?? '' })
}

function told(hours: Day['hours']): string {
  const stretches = hours.map(({ starts, ends }) =>
    starts === '00:00' && ends === '24:00'
      ? t('catalogue.week.allDay')
      : t('catalogue.week.hours', { from: hourWords(starts), to: hourWords(ends) }),
  )
  return new Intl.ListFormat(currentLocale()).format(stretches)
}
