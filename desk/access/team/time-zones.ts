import { cityOfZone } from '@cuida/core/kit/zone.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { currentLocale } from '@cuida/ui/i18n/messages.ts'

interface ZoneOption {
  /** As calendars know it: Europe/Madrid. */
  value: string
  /** As people do: "Madrid (GMT+1)". */
  label: string
}

/** Every zone that there is, by its city, so that typing its first letters finds it; and the one that is set already. */
export function zoneOptions(known: string, moment = serverNow()): ZoneOption[] {
  const zones = [...new Set([known, ...Intl.supportedValuesOf('timeZone')])]
  const { compare } = new Intl.Collator(currentLocale())
  return zones
    .map((value) => ({ value, label: `${cityOfZone(value)} (${named(value, 'shortOffset', moment)})` }))
    .sort((one, other) => compare(one.label, other.label))
}

/** "hora de Europa central": which time it is that a city goes by. */
export const zoneName = (zone: string, moment = serverNow()): string => named(zone, 'longGeneric', moment)

/** "America/Argentina/Buenos_Aires" is Buenos Aires. */

function named(timeZone: string, timeZoneName: 'shortOffset' | 'longGeneric', moment: number): string {
  const parts = new Intl.DateTimeFormat(currentLocale(), { timeZone, timeZoneName }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
