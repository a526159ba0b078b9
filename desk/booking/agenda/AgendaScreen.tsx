import { areInOrder, hoursText, parseHours } from '@cuida/core/booking/agenda/agenda.ts'
import type { AgendaDay, ClinicianAgenda } from '@cuida/core/booking/agenda/agenda-api.ts'
import { dayAfter, weekdayOf } from '@cuida/core/kit/zone.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, IconButton } from '@cuida/ui/Button/Button.tsx'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import {
  dayOf,
  formatLongDay,
  formatShortDay,
  formatTime,
  formatTimeZone,
  formatWeekday,
  noonOf,
} from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { usePartner } from '../../kit/partner.ts'
import { MAX_REASON_LENGTH, reasonProblem } from '../../kit/reason.ts'
import css from './AgendaScreen.module.css'
import { type Choice, Week } from './AgendaWeek.tsx'
import { type HoursScope, hasBookings, hoursInput, reserveSlotInput } from './agenda-inputs.ts'
import { useAgenda, useDeskTimes, useReserveSlot, useSetHours } from './queries.ts'
import { RescheduleDialog } from './RescheduleDialog.tsx'
import { hasSlot, TimeSelect } from './TimeSelect.tsx'

const WEEK = 7
const mondayOf = (day: string): string => dayAfter(day, 1 - weekdayOf(day))

/** The week of every clinician: working hours of each day and their bookings. */
export function AgendaScreen() {
  const partner = usePartner()
  const go = useLocation()[1]
  const today = dayOf(serverNow(), partner?.timeZone)
  const [from, setFrom] = useState(() => mondayOf(today))
  const [selection, setSelection] = useState<Choice>()
  const { data, error, isPlaceholderData: isComing } = useAgenda(from)
  const close = () => setSelection(undefined)
  const show = (week: string) => {
    close()
    setFrom(week)
  }
  // If a week fails to load, a press on it is dropped, so that it does not open a dialog in a later week.
  const hasFailed = !data && Boolean(error)
  useEffect(() => {
    if (hasFailed) setSelection(undefined)
  }, [hasFailed])
  const title = t('desk.agenda.title')
  useEffect(() => {
    document.title = [title, partner?.partnerName].filter(Boolean).join(' · ')
  }, [title, partner])
  // A press on a day that is still loading opens its dialog when the data arrives.
  const clinician = isComing ? undefined : data?.clinicians.find(({ id }) => id === selection?.clinicianId)
  const day = clinician?.days.find(({ date }) => date === selection?.date)
  return (
    <div className={css.agenda}>
      <div className={css.head}>
        <h1>{title}</h1>
        <div className={css.range}>
          <IconButton icon="back" label={t('ui.calendar.earlier')} onClick={() => show(dayAfter(from, -WEEK))} />
          <span aria-live="polite">
            {formatShortDay(noonOf(from), 'UTC')} – {formatShortDay(noonOf(dayAfter(from, WEEK - 1)), 'UTC')}
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
          onChoose={setSelection}
        />
      )}
      {clinician && day && selection && (
        <Chosen {...selection} clinician={clinician} day={day} clinicians={data?.clinicians ?? []} onClose={close} />
      )}
    </div>
  )
}

/** Places the previous week's days at the dates of the loading week, as a placeholder of the same size. */
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
  const dialogProps = { clinician, clinicians, onClose }
  return what === 'keep' ? (
    <KeepDialog day={day.date} {...dialogProps} />
  ) : (
    <RescheduleDialog booked={what} {...dialogProps} />
  )
}

/**
 * Sets the hours of one day or of that weekday, or restores the usual ones. It warns first about bookings outside the
 * new hours.
 */
function HoursDialog({ clinician, day, onClose }: { clinician: ClinicianAgenda; day: AgendaDay; onClose: () => void }) {
  const change = useSetHours(clinician, day.date)
  const form = useDialogForm<{ which: HoursScope; hours: string; reason: string }>({
    initial: { which: 'day', hours: hoursText(day.hours), reason: '' },
    check: ({ which, hours, reason }) => ({
      hours: which === 'usual' ? undefined : hoursProblem(hours),
      reason: reasonProblem(reason),
    }),
    submit: (typed) => change.mutateAsync(hoursInput(typed, change.error)),
    message: (field, code) => t(field === 'hours' ? 'desk.agenda.hours.wrong' : `desk.people.reason.${code}`),
    done: () => t('desk.agenda.saved', { name: clinician.name }),
    onClose,
  })
  const noon = noonOf(day.date)
  const isBooked = hasBookings(form.failure)
  const options: { value: HoursScope; label: string }[] = [
    { value: 'day', label: t('desk.agenda.which.day') },
    { value: 'weekly', label: t('desk.agenda.which.weekly', { weekday: formatWeekday(noon, 'UTC') }) },
    ...(day.isException ? [{ value: 'usual' as const, label: t('desk.agenda.which.usual') }] : []),
  ]
  return (
    <FormDialog
      form={form}
      title={t('desk.agenda.change', { name: clinician.name, day: formatLongDay(noon, 'UTC') })}
      act={t(isBooked ? 'desk.agenda.saveAnyway' : 'desk.agenda.save')}
      variant={isBooked ? 'danger' : 'primary'}
      {...(isBooked && { refused: () => <Alert tone="warning" title={t('desk.agenda.booked')} /> })}
    >
      <RadioGroup label={t('desk.agenda.which')} options={options} {...form.field('which')} />
      {form.values.which !== 'usual' && (
        <TextInput
          label={t('desk.agenda.hours')}
          hint={t('desk.agenda.hours.hint', { zone: formatTimeZone(clinician.timeZone, noon) })}
          autoComplete="off"
          {...form.field('hours')}
        />
      )}
      <TextArea label={t('desk.people.reason')} most={MAX_REASON_LENGTH} {...form.field('reason')} />
    </FormDialog>
  )
}

function hoursProblem(text: string): 'WRONG' | undefined {
  const hours = parseHours(text)
  return hours && areInOrder(hours) ? undefined : 'WRONG'
}

interface KeepDialogProps {
  /** The clinician who is selected at first. */
  clinician: ClinicianAgenda
  day: string
  /** The clinicians to choose from; a clinician has only themselves. */
  clinicians: readonly ClinicianAgenda[]
  onClose: () => void
}

/** Reserves a free slot for a patient who asks at the clinic; the patient completes the booking. */
function KeepDialog({ clinician, day, clinicians, onClose }: KeepDialogProps) {
  const partner = usePartner()
  const reservation = useReserveSlot()
  const form = useDialogForm({
    initial: { who: clinician.id, phone: '', product: '', day, time: '' },
    check: ({ phone, time }) => ({
      phone: phone.trim().length < 3 ? 'REQUIRED' : undefined,
      time: hasSlot(times, time) ? undefined : 'REQUIRED',
    }),
    submit: (typed) => reservation.mutateAsync(reserveSlotInput(typed, times.data?.productId)),
    message: (field) => t(field === 'time' ? 'desk.agenda.move.timeMissing' : 'desk.agenda.offer.phone.missing'),
    done: ({ keptUntil }) => t('desk.agenda.offer.done', { time: formatTime(keptUntil, partner?.timeZone) }),
    onClose,
  })
  const { who, product, day: date } = form.values
  const times = useDeskTimes(who, date, product)
  const products = times.data?.products ?? []
  return (
    <FormDialog
      form={form}
      title={t('desk.agenda.offer')}
      lead={t('desk.agenda.offer.lead')}
      act={t('desk.agenda.offer.save')}
      failure={times.error}
    >
      <TextInput
        type="tel"
        label={t('desk.agenda.offer.phone')}
        hint={t('desk.agenda.offer.phone.hint')}
        autoComplete="off"
        {...form.field('phone')}
      />
      {clinicians.length > 1 && (
        <Select
          label={t('desk.agenda.who')}
          options={clinicians.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('who')}
        />
      )}
      {products.length > 1 && (
        <Select
          label={t('desk.agenda.offer.product')}
          options={products.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('product')}
          value={times.data?.productId ?? ''}
        />
      )}
      {times.data && products.length === 0 && <p>{t('desk.agenda.offer.none')}</p>}
      <TextInput type="date" label={t('desk.agenda.move.day')} {...form.field('day')} />
      <TimeSelect times={times} day={date} {...form.field('time')} />
    </FormDialog>
  )
}
