/** "jueves 26 de noviembre, 16:20", as the app says it, on the clock of a place. */
export function momentWords(moment: Date, { locale, timeZone }: { locale: string; timeZone: string }): string {
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone })
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const words = locale.startsWith('en') ? day.format(moment) : day.format(moment).replace(',', '')
  return `${words}, ${time.format(moment)}`
}

/** The name of a place's clock then, as in "CET": for who is on another one. */
export const zoneWords = (moment: Date, { locale, timeZone }: { locale: string; timeZone: string }): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
