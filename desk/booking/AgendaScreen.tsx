import { hoursText } from '@cuida/core/booking/agenda.ts'
import type { AgendaDay, ClinicianAgenda } from '@cuida/core/booking/agenda-api.ts'
import { holidayOn } from '@cuida/core/brand/holiday.ts'
import { dayAfter, weekdayOf } from '@cuida/core/kit/zone.ts'
import { Button, IconButton } from '@cuida/ui/Button/Button.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { clockTime, dayOf, longDay, noonOf, shortDay, weekday } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useState } from 'react'
import { Failure } from '../kit/Failure.tsx'
import { usePartner } from '../kit/partner.ts'
import css from './AgendaScreen.module.css'
import { HoursDialog } from './HoursDialog.tsx'
import { type Movable, MoveDialog } from './MoveDialog.tsx'
import { useAgenda } from './queries.ts'

const WEEK = 7
const mondayOf = (day: string): string => dayAfter(day, 1 - weekdayOf(day))

interface Chosen {
  clinicianId: string
  date: string
  /** What is moved; without it the hours of the day change. */
  booked?: Movable
}

/** Design §7 no. 39: a week of every clinician, the hours of each day, and what is taken of them. */
export function AgendaScreen() {
  const partner = usePartner()
  const today = dayOf(Date.now(), partner?.timeZone)
  const [from, setFrom] = useState(() => mondayOf(today))
  const [chosen, setChosen] = useState<Chosen>()
  const { data, error } = useAgenda(from)
  const title = t('desk.agenda.title')
  useEffect(() => {
    document.title = [title, partner?.partnerName].filter(Boolean).join(' · ')
  }, [title, partner])
  const clinician = data?.clinicians.find(({ id }) => id === chosen?.clinicianId)
  const day = clinician?.days.find(({ date }) => date === chosen?.date)
  return (
    <div className={css.agenda}>
      <div className={css.head}>
        <h1>{title}</h1>
        <IconButton icon="back" label={t('ui.calendar.earlier')} onClick={() => setFrom(dayAfter(from, -WEEK))} />
        <span aria-live="polite">
          {shortDay(noonOf(from), 'UTC')} – {shortDay(noonOf(dayAfter(from, WEEK - 1)), 'UTC')}
        </span>
        <IconButton icon="chevron" label={t('ui.calendar.later')} onClick={() => setFrom(dayAfter(from, WEEK))} />
        <Button variant="link" fit onClick={() => setFrom(mondayOf(today))}>
          {t('desk.agenda.today')}
        </Button>
      </div>
      <Failure failure={data ? undefined : error} />
      {!data && !error && <Skeleton lines={6} />}
      {data?.clinicians.length === 0 && <p>{t('desk.agenda.nobody')}</p>}
      {data && data.clinicians.length > 0 && <Week clinicians={data.clinicians} today={today} onChoose={setChosen} />}
      {clinician && chosen?.booked && (
        <MoveDialog
          key={chosen.booked.consultationId}
          booked={chosen.booked}
          clinician={clinician}
          clinicians={data?.clinicians ?? []}
          onClose={() => setChosen(undefined)}
        />
      )}
      {clinician && day && !chosen?.booked && (
        <HoursDialog
          key={`${clinician.id} ${day.date}`}
          clinician={clinician}
          day={day}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  )
}

interface WeekProps {
  clinicians: readonly ClinicianAgenda[]
  today: string
  onChoose: (chosen: Chosen) => void
}

function Week({ clinicians, today, onChoose }: WeekProps) {
  return (
    <div className={css.scroll}>
      <table className={css.week}>
        <thead>
          <tr>
            <th scope="col">{t('desk.agenda.who')}</th>
            {clinicians[0]?.days.map(({ date }) => (
              <th key={date} scope="col" aria-current={date === today ? 'date' : undefined}>
                {weekday(noonOf(date), 'UTC')} {noonOf(date).getUTCDate()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {clinicians.map((clinician) => (
            <tr key={clinician.id}>
              <th scope="row">
                {clinician.name}
                <span className={css.zone}>{clinician.timeZone}</span>
              </th>
              {clinician.days.map((day) => (
                <td key={day.date}>
                  <Day
                    day={day}
                    clinician={clinician}
                    onChoose={(booked) =>
                      onChoose({ clinicianId: clinician.id, date: day.date, ...(booked && { booked }) })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayProps {
  day: AgendaDay
  clinician: ClinicianAgenda
  onChoose: (booked?: Movable) => void
}

function Day({ day, clinician, onChoose }: DayProps) {
  const partner = usePartner()
  const { date, hours, isException, claims } = day
  const holiday = holidayOn(partner?.holidays ?? [], date)
  const label = t('desk.agenda.change', { name: clinician.name, day: longDay(noonOf(date), 'UTC') })
  return (
    <>
      <button type="button" className={css.hours} onClick={() => onChoose()}>
        <VisuallyHidden>{label}. </VisuallyHidden>
        {hours.length === 0
          ? t('desk.agenda.off')
          : hours.map((each) => <span key={each.starts}>{hoursText([each])}</span>)}
        {holiday && <span className={css.note}>{holiday.name}</span>}
        {isException && <span className={css.note}>{t('desk.agenda.exception')}</span>}
      </button>
      {claims.length > 0 && (
        <ul className={css.claims}>
          {claims.map(({ startTime, state, consultationId }) => {
            const words = `${clockTime(startTime, clinician.timeZone)} ${t(`desk.agenda.state.${state}`)}`
            return (
              <li key={startTime} data-state={state}>
                {consultationId ? (
                  <button type="button" className={css.booked} onClick={() => onChoose({ consultationId, startTime })}>
                    <VisuallyHidden>{label}. </VisuallyHidden>
                    {words}
                    <VisuallyHidden>. {t('desk.agenda.move')}</VisuallyHidden>
                  </button>
                ) : (
                  words
                )}
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
