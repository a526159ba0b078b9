import type { AgendaDay, ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { dayAfter, weekdayOf } from '@cuida/core/kit/zone.ts'
import { Button, IconButton } from '@cuida/ui/Button/Button.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { dayOf, noonOf, shortDay } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { usePartner } from '../../kit/partner.ts'
import css from './AgendaScreen.module.css'
import { type Choice, Week } from './AgendaWeek.tsx'
import { HoursDialog } from './HoursDialog.tsx'
import { KeepDialog } from './KeepDialog.tsx'
import { useAgenda } from './queries.ts'
import { RescheduleDialog } from './RescheduleDialog.tsx'

const WEEK = 7
const mondayOf = (day: string): string => dayAfter(day, 1 - weekdayOf(day))

/** A week of every clinician, the hours of each day, and what is taken of them. */
export function AgendaScreen() {
  const partner = usePartner()
  const go = useLocation()[1]
  const today = dayOf(serverNow(), partner?.timeZone)
  const [from, setFrom] = useState(() => mondayOf(today))
  const [chosen, setChosen] = useState<Choice>()
  const { data, error, isPlaceholderData: isComing } = useAgenda(from)
  const close = () => setChosen(undefined)
  const show = (week: string) => {
    close()
    setFrom(week)
  }
  // What was chosen of a week that did not come is not opened by one that comes later.
  const hasFailed = !data && Boolean(error)
  useEffect(() => {
    if (hasFailed) setChosen(undefined)
  }, [hasFailed])
  const title = t('desk.agenda.title')
  useEffect(() => {
    document.title = [title, partner?.partnerName].filter(Boolean).join(' · ')
  }, [title, partner])
  // What was pressed while its week was on the way opens as it comes.
  const clinician = isComing ? undefined : data?.clinicians.find(({ id }) => id === chosen?.clinicianId)
  const day = clinician?.days.find(({ date }) => date === chosen?.date)
  return (
    <div className={css.agenda}>
      <div className={css.head}>
        <h1>{title}</h1>
        <div className={css.range}>
          <IconButton icon="back" label={t('ui.calendar.earlier')} onClick={() => show(dayAfter(from, -WEEK))} />
          <span aria-live="polite">
            {shortDay(noonOf(from), 'UTC')} – {shortDay(noonOf(dayAfter(from, WEEK - 1)), 'UTC')}
          </span>
          <IconButton icon="chevron" label={t('ui.calendar.later')} onClick={() => show(dayAfter(from, WEEK))} />
        </div>
        <Button variant="link" fit onClick={() => show(mondayOf(today))}>
          {t('desk.agenda.today')}
        </Button>
        {(data?.clinicians.length ?? 0) > 0 && (
          <Button fit icon="calendar" onClick={() => go('/agenda/absence')}>
            {t('desk.absence.open')}
          </Button>
        )}
      </div>
      <Failure failure={data ? undefined : error} />
      {!data && !error && <Skeleton lines={6} />}
      {data?.clinicians.length === 0 && <p>{t('desk.agenda.nobody')}</p>}
      {data && data.clinicians.length > 0 && (
        <Week
          clinicians={isComing ? data.clinicians.map((each) => inWeek(each, from)) : data.clinicians}
          isComing={isComing}
          today={today}
          onChoose={setChosen}
        />
      )}
      {clinician && day && chosen && (
        <Chosen {...chosen} clinician={clinician} day={day} clinicians={data?.clinicians ?? []} onClose={close} />
      )}
    </div>
  )
}

/** The days of a week of which no more is known yet, in the room that those of another week take. */
function inWeek(clinician: ClinicianAgenda, from: string): ClinicianAgenda {
  return { ...clinician, days: clinician.days.map((day, index) => ({ ...day, date: dayAfter(from, index) })) }
}

interface ChosenProps extends Choice {
  clinician: ClinicianAgenda
  day: AgendaDay
  clinicians: readonly ClinicianAgenda[]
  onClose: () => void
}

function Chosen({ what, clinician, day, clinicians, onClose }: ChosenProps) {
  if (what === 'hours') return <HoursDialog clinician={clinician} day={day} onClose={onClose} />
  const whose = { clinician, clinicians, onClose }
  return what === 'keep' ? <KeepDialog day={day.date} {...whose} /> : <RescheduleDialog booked={what} {...whose} />
}
