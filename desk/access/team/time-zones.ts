import { cityOfZone } from '@cuida/core/kit/zone.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { currentLocale } from '@cuida/ui/i18n/messages.ts'

interface ZoneOption {
  /** The IANA name, such as Europe/Madrid. */
  value: string
  /** The label, such as "Madrid (GMT+1)". */
  label: string
}

/** All time zones by city, so that typing the first letters finds one, and the zone that is already set. */
export function zoneOptions(known: string, moment = serverNow()): ZoneOption[] {
  const zones = [...new Set([known, ...Intl.supportedValuesOf('timeZone')])]
  const { compare } = new Intl.Collator(currentLocale())
  return zones
    .map((value) => ({ value, label: `${cityOfZone(value)} (${named(value, 'shortOffset', moment)})` }))
    .sort((one, other) => compare(one.label, other.label))
}

/** The name of a zone, such as "hora de Europa central". */
export const zoneName = (zone: string, moment = serverNow()): string => named(zone, 'longGeneric', moment)

/** "America/Argentina/Buenos_Aires" becomes "Buenos Aires". */

function named(timeZone: string, timeZoneName: 'shortOffset' | 'longGeneric', moment: number): string {
  const parts = new Intl.DateTimeFormat(currentLocale(), { timeZone, timeZoneName }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
