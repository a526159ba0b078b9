import type { AgendaDay, ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { holidayOn } from '@cuida/core/brand/holiday.ts'
import { momentOf, weekdayOf } from '@cuida/core/kit/zone.ts'
import { Icon } from '@cuida/ui/Icon/Icon.tsx'
import {
  formatHour,
  formatLongDay,
  formatShortWeekday,
  formatTime,
  formatTimeZone,
  noonOf,
} from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { VisuallyHidden } from '@cuida/ui/VisuallyHidden/VisuallyHidden.tsx'
import { useEffect, useRef } from 'react'
import { usePartner } from '../../kit/partner.ts'
import css from './AgendaScreen.module.css'
import type { ReschedulableBooking } from './RescheduleDialog.tsx'

export interface Choice {
  clinicianId: string
  date: string
  /** Change the hours of the day, reserve a free slot, or reschedule a booking. */
  what: 'hours' | 'keep' | ReschedulableBooking
}

interface WeekProps {
  clinicians: readonly ClinicianAgenda[]
  /** The dates are known and the content still loads; keys and presses already count. */
  isComing: boolean
  today: string
  onChoose: (choice: Choice) => void
}

/** A row for each clinician and a column for each day. */
export function Week({ clinicians, isComing, today, onChoose }: WeekProps) {
  const column = useRef<HTMLTableCellElement>(null)
  const first = clinicians[0]?.days[0]?.date
  // Where the days of a week move under a finger, today is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: in each week that has it
  useEffect(() => {
    // Newer browsers return a promise here, which must not be returned as the effect's clean-up.
    column.current?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }, [first])
  return (
    <div className={css.scroll}>
      <table className={css.week} aria-busy={isComing}>
        <thead>
          <tr>
            <th scope="col">{t('desk.agenda.who')}</th>
            {clinicians[0]?.days.map(({ date }) => (
              <th
                key={date}
                ref={date === today ? column : undefined}
                scope="col"
                aria-current={date === today ? 'date' : undefined}
              >
                {formatShortWeekday(noonOf(date), 'UTC')} {noonOf(date).getUTCDate()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {clinicians.map((clinician) => (
            <tr key={clinician.id}>
              <th scope="row">
                {clinician.name}
                <span className={css.zone}>{formatTimeZone(clinician.timeZone, noonOf(today))}</span>
              </th>
              {clinician.days.map((day) => (
                // The key is the weekday: the button stays mounted from week to week and keeps the focus.
                <td key={weekdayOf(day.date)}>
                  <Day
                    day={day}
                    clinician={clinician}
                    isOver={day.date < today}
                    onChoose={(what) => onChoose({ clinicianId: clinician.id, date: day.date, what })}
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
  isOver: boolean
  onChoose: (what: Choice['what']) => void
}

function Day({ day, clinician, isOver, onChoose }: DayProps) {
  const partner = usePartner()
  const { date, hours, isException, holds } = day
  const holiday = holidayOn(partner?.holidays ?? [], date)
  const label = t('desk.agenda.change', { name: clinician.name, day: formatLongDay(noonOf(date), 'UTC') })
  return (
    <>
      <button type="button" className={css.hours} onClick={() => onChoose('hours')}>
        <VisuallyHidden>{label}. </VisuallyHidden>
        <span className={css.known}>
          {hours.length === 0
            ? t('desk.agenda.off')
            : hours.map((each) => (
                <span key={each.starts}>{`${formatHour(each.starts)}–${formatHour(each.ends)}`}</span>
              ))}
          {holiday && <span className={css.note}>{holiday.name}</span>}
          {isException && <span className={css.note}>{t('desk.agenda.exception')}</span>}
          {isAwayOn(clinician, date) && <span className={css.away}>{t('desk.absence.away')}</span>}
        </span>
      </button>
      {holds.length > 0 && (
        <ul className={css.holds}>
          {holds.map(({ startTime, state, consultationId, booked }) => {
            const { patient, productName } = booked ?? {}
            const patientLabel = patient && `${patient.firstName} ${patient.lastName}, ${patient.age}`
            const text = (
              <>
                {formatTime(startTime, clinician.timeZone)} {patientLabel ?? t(`desk.agenda.state.${state}`)}
                {productName && <span className={css.product}>{productName}</span>}
              </>
            )
            return (
              <li key={startTime} data-state={state}>
                {consultationId ? (
                  <button
                    type="button"
                    className={css.booked}
                    onClick={() => onChoose({ consultationId, startTime, booked })}
                  >
                    <VisuallyHidden>{label}. </VisuallyHidden>
                    {text}
                    <VisuallyHidden>. {t('desk.agenda.move')}</VisuallyHidden>
                  </button>
                ) : (
                  text
                )}
              </li>
            )
          })}
        </ul>
      )}
      {hours.length > 0 && !isOver && (
        <button type="button" className={css.keep} onClick={() => onChoose('keep')}>
          <VisuallyHidden>
            {t('desk.agenda.offer.on', { name: clinician.name, day: formatLongDay(noonOf(date), 'UTC') })}
          </VisuallyHidden>
          <Icon name="plus" size={20} />
        </button>
      )}
    </>
  )
}

/** Whether the clinician is absent on any part of that day. */
function isAwayOn({ absences, timeZone }: ClinicianAgenda, date: string): boolean {
  const start = momentOf(timeZone, date, '00:00')
  const end = momentOf(timeZone, date, '24:00')
  return absences.some(({ startTime, endTime }) => new Date(startTime) < end && new Date(endTime) > start)
}
