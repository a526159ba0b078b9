import { belongsInCalendar } from '@cuida/core/care/calendar-file/calendar-file.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { areTimesOffered } from '@cuida/core/consultation/times-offered.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { pathOf } from '../../routes.ts'
import { AddToCalendar } from './AddToCalendar.tsx'

/** The booked time of a consultation, for the calendar of whoever booked it; not one that the clinic cannot keep. */
export function ToCalendar({ consultation, now }: { consultation: Consultation; now: Date }) {
  const { id, startTime, endTime, status, calendarSequence, isConfirmed } = consultation
  if (!startTime || !endTime || !belongsInCalendar(status) || areTimesOffered(consultation, now)) return null
  const path = pathOf('consultation', { id })
  return (
    <>
      {isConfirmed && <Alert tone="success" title={t('care.one.confirmed')} />}
      <AddToCalendar
        title="care.calendar.title"
        start={startTime}
        end={endTime}
        id={id}
        path={path}
        sequence={calendarSequence}
      />
    </>
  )
}
