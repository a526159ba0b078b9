import { type CalendarEntry, calendarFile } from '@cuida/core/care/calendar-file/calendar-file.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useMutation } from '../../kit/mutations.ts'
import { saveFile } from '../../kit/save-file.ts'
import { linkTo, platform } from '../../platform/platform.ts'

/** Input of the button; the rest of the calendar entry follows from it. */
interface Booked extends Pick<CalendarEntry, 'id' | 'sequence'> {
  start: string
  end: string
  /** May name the clinician, never the reason. */
  title: 'care.calendar.title' | 'support.webinar.calendarTitle'
  /** Path of the screen that the calendar entry links to. */
  path: string
}

/**
 * Adds a booked time to the patient's calendar: the phone's own, or by a file, which updates the existing entry after
 * a reschedule.
 */
export function AddToCalendar({ id, sequence, start, end, title, path }: Booked) {
  const { partnerName: partner } = usePartner()
  const url = linkTo(path)
  const add = useMutation(() =>
    offer({
      id,
      sequence,
      start: new Date(start),
      end: new Date(end),
      madeAt: serverDate(),
      isCancelled: false,
      title: t(title, { partner }),
      description: url,
      url,
    }),
  )
  const isMoved = sequence > 0 && platform().addToCalendar !== undefined
  return (
    <>
      <FailureAlert failure={add.error} />
      {/* A file updates the existing entry; in a phone's calendar, which does not report the entry's id, a second
         one would appear. */}
      {isMoved && <Alert tone="info" title={t('care.calendar.moved')} />}
      <Button icon="calendar" busy={add.isPending} onClick={() => add.mutate()}>
        {t('care.calendar.add')}
      </Button>
    </>
  )
}

const offer = (entry: CalendarEntry): Promise<void> =>
  platform().addToCalendar?.(entry) ?? saveFile(new Blob([calendarFile(entry)], { type: 'text/calendar' }), 'cuida.ics')
