import { calendarFile, sequenceOf } from '@cuida/core/care/calendar-file.ts'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { isPast } from '@cuida/core/care/status.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/partner.tsx'
import { saveFile } from '../kit/save-file.ts'
import { linkTo } from '../platform/platform.ts'
import { pathOf } from '../routes.ts'

/** The booked time as a calendar file; opened again after a move, it changes the entry that is there. */
export function ToCalendar({ consultation }: { consultation: Consultation }) {
  const { partnerName: partner } = usePartner()
  const { id, startTime, endTime, status, actions, isConfirmed } = consultation
  if (!startTime || !endTime || isPast(status)) return null
  const save = () => {
    const url = linkTo(pathOf('consultation', { id }))
    const file = calendarFile({
      ...{ id, start: new Date(startTime), end: new Date(endTime), madeAt: new Date() },
      ...{ sequence: sequenceOf(actions, status), isCancelled: false },
      ...{ title: t('care.calendar.title', { partner }), description: url, url },
    })
    void saveFile(new Blob([file], { type: 'text/calendar' }), 'cuida.ics')
  }
  return (
    <>
      {isConfirmed && <Alert tone="success" title={t('care.one.confirmed')} />}
      <Button icon="calendar" onClick={save}>
        {t('care.calendar.add')}
      </Button>
    </>
  )
}
