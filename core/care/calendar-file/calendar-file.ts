import type { ConsultationStatus } from '../../consultation/status/status.ts'
import { isPast } from '../../consultation/status/status.ts'
import { mailtoOf } from '../../kit/email-address.ts'

/** Data of a calendar entry for a consultation or webinar. It never names the subject: calendars are often shared. */
export interface CalendarEntry {
  /** Basis of the entry's UID: the consultation's id, or a name that never changes. */
  id: string
  start: Date
  end: Date
  /** iCalendar SEQUENCE: grows with every change, so that a calendar keeps the later of two files. */
  sequence: number
  isCancelled: boolean
  title: string
  description: string
  url: string
  /** DTSTAMP of the file. */
  madeAt: Date
  /** Sender and recipient. With them the file is an invitation, which mail clients keep up to date by themselves. */
  mail?: { from: string; to: string }
}

/** Whether the consultation's time is confirmed and still to come. A pending payment may never confirm the slot. */
export const belongsInCalendar = (status: ConsultationStatus): boolean => status !== 'PENDING' && !isPast(status)

/** iCalendar `METHOD` (RFC 5546); a mail repeats it in its content type. */
export const calendarMethod = ({ isCancelled, mail }: CalendarEntry): 'PUBLISH' | 'REQUEST' | 'CANCEL' =>
  isCancelled ? 'CANCEL' : mail ? 'REQUEST' : 'PUBLISH'

/**
 * A calendar file (RFC 5545). Times are in UTC, so each calendar converts them without needing our time zone data.
 */
export function calendarFile(entry: CalendarEntry): string {
  const { mail } = entry
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cuida//Consultations//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${calendarMethod(entry)}`,
    'BEGIN:VEVENT',
    `UID:${entry.id}@cuida`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${stamp(entry.madeAt)}`,
    `DTSTART:${stamp(entry.start)}`,
    `DTEND:${stamp(entry.end)}`,
    `SUMMARY:${escaped(entry.title)}`,
    `DESCRIPTION:${escaped(entry.description)}`,
    `URL:${entry.url}`,
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'TRANSP:OPAQUE',
    'CLASS:PRIVATE',
    ...(mail ? [`ORGANIZER:${mailtoOf(mail.from)}`, `ATTENDEE;PARTSTAT=ACCEPTED;RSVP=FALSE:${mailtoOf(mail.to)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

const stamp = (moment: Date): string => `${moment.toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}Z`

const escaped = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n|\r|\n/g, '\\n')

/** Line folding of RFC 5545 §3.1: at most 75 octets a line, without splitting a character. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let size = 0
  for (const character of line) {
    const octets = octetsOf(character)
    if (size + octets > (parts.length > 0 ? 74 : 75)) {
      parts.push(part)
      part = ''
      size = 0
    }
    part += character
    size += octets
  }
  return [...parts, part].join('\r\n ')
}

/** Length in UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x1_0000 ? 3 : 4
}
