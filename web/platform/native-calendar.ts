import { type CalendarEntry, calendarFile } from '@cuida/core/care/calendar-file/calendar-file.ts'
import { CapacitorCalendar } from '@ebarooni/capacitor-calendar'
import { giveFile } from './native-files.ts'

/**
 * The phone's own "new event", filled in: the person reads it and saves it. Android needs no permission for that, an iPhone
 * before iOS 17 asks once for writing, never for reading. Where no calendar answers, or it may not be written, the same is
 * given as a file.
 */
export async function addToCalendar(entry: CalendarEntry, os: 'ios' | 'android'): Promise<void> {
  const wasShown = await showNewEvent(entry, os).catch(() => false)
  if (!wasShown) await giveFile(new Blob([calendarFile(entry)], { type: 'text/calendar' }), 'cuida.ics')
}

async function showNewEvent({ title, start, end, description, url }: CalendarEntry, os: string): Promise<boolean> {
  if (os === 'ios' && (await CapacitorCalendar.requestWriteOnlyCalendarAccess()).result !== 'granted') return false
  const startDate = start.getTime()
  const endDate = end.getTime()
  await CapacitorCalendar.createEventWithPrompt({ title, startDate, endDate, description, url })
  return true
}
