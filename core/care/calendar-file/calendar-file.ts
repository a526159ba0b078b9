import type { ConsultationStatus } from '../../consultation/status/status.ts'
import { isPast } from '../../consultation/status/status.ts'
import { mailtoOf } from '../../kit/email-address.ts'

/** What a calendar is told about a consultation or a webinar. Nothing in it says what it is about: calendars are shared. */
export interface CalendarEntry {
  /** Of the consultation, or a name of its own; the entry keeps it for good. */
  id: string
  start: Date
  end: Date
  /** Grows with every change, so that a calendar knows which of two files is the later one. */
  sequence: number
  isCancelled: boolean
  title: string
  description: string
  url: string
  /** When this file was made. */
  madeAt: Date
  /** Who sends it and to whom: a file in an e-mail is an invitation that mail programs keep up to date by themselves. */
  mail?: { from: string; to: string }
}

/** Whether its time is kept for somebody and still to come: while a payment is on its way, it may be nobody's. */
export const belongsInCalendar = (status: ConsultationStatus): boolean => status !== 'PENDING' && !isPast(status)

/** `METHOD` of the file, as RFC 5546 names it; a mail needs it in its content type too. */
export const calendarMethod = ({ isCancelled, mail }: CalendarEntry): 'PUBLISH' | 'REQUEST' | 'CANCEL' =>
  isCancelled ? 'CANCEL' : mail ? 'REQUEST' : 'PUBLISH'

/** A calendar file (RFC 5545) in UTC: every calendar shows it on its own clock, whatever zones or DST it knows. */
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

/** RFC 5545 §3.1: at most 75 octets a line; a character is not cut in two. */
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

/** In UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x1_0000 ? 3 : 4
}
