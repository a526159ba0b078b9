import { dateFormat } from './formats.ts'

interface Place {
  locale: string
  timeZone: string
}

/** "jueves 26 de noviembre", as the app says it, in the calendar of a place. */
export function dayInWords(moment: Date, { locale, timeZone }: Place): string {
  const day = dateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone })
  return locale.startsWith('en') ? day.format(moment) : day.format(moment).replace(',', '')
}

/** "jueves 26 de noviembre, 16:20", on its clock. */
export function momentWords(moment: Date, { locale, timeZone }: Place): string {
  const time = dateFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  return `${dayInWords(moment, { locale, timeZone })}, ${time.format(moment)}`
}

/** The name of a place's clock then, as in "CET": for who is on another one. */
export const zoneWords = (moment: Date, { locale, timeZone }: Place): string =>
  dateFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
