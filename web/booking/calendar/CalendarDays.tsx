import { holidayOn } from '@cuida/core/brand/holiday.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { CalendarStrip } from '@cuida/ui/CalendarStrip/CalendarStrip.tsx'
import { capitalize, dayOf, formatLongDay, noonOf } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { SlotGrid, SlotGridSkeleton } from '@cuida/ui/SlotGrid/SlotGrid.tsx'
import { useCallback, useMemo } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { platform } from '../../platform/platform.ts'
import css from './Calendar.module.css'
import type { BookableClinician } from './ClinicianList.tsx'
import { mergeTakenSlots, type OfferedSlot } from './calendar.ts'
import type { useCalendarSlots } from './use-calendar-slots.ts'

type CalendarDaysProps = Pick<
  ReturnType<typeof useCalendarSlots>,
  'state' | 'dispatch' | 'week' | 'slots' | 'day' | 'timeZone'
> & {
  /** In a product's calendar each time names its clinician, or the day its only one. */
  clinicians?: readonly BookableClinician[]
}

/** A week of days and the times of the open day. */
export function CalendarDays(props: CalendarDaysProps) {
  const { state, dispatch, week, slots, timeZone, clinicians } = props
  const { data } = slots
  const { earlier, later } = week
  const openDay = (date: string) => dispatch({ type: 'dayOpened', date })
  const free = (date: string) => data && (data.days.find((each) => each.date === date)?.slots.length ?? 0)
  return (
    <>
      <QueryBoundary query={slots} loading={null} errorTitle={() => t('booking.calendar.failed')} keepsStale>
        {() => null}
      </QueryBoundary>
      {data?.nextFree === null && (
        <Alert tone="info" title={t(clinicians ? 'catalogue.product.full' : 'booking.calendar.full')} />
      )}
      <CalendarStrip
        label={t('booking.calendar.title')}
        days={week.days.map((date) => ({ date, free: free(date) }))}
        selected={state.date}
        onSelect={openDay}
        timeZone={timeZone}
        onEarlier={earlier ? () => openDay(earlier) : undefined}
        onLater={later ? () => openDay(later) : undefined}
        nextFree={data?.nextFree}
        onNextFree={(moment) => openDay(dayOf(moment, timeZone))}
      />
      <OpenDay {...props} />
    </>
  )
}

/** The times of the open day, including those that other patients took while it was on screen. */
function OpenDay({
  state: { date, selectedSlot, takenSlots },
  dispatch,
  slots,
  day,
  timeZone,
  clinicians,
}: CalendarDaysProps) {
  const { holidays, dateFormats } = usePartner()
  const visibleSlots = useMemo(() => {
    const availableSlots: readonly OfferedSlot[] = day?.slots ?? []
    const all = mergeTakenSlots(availableSlots, takenSlots, ({ startTime }) => dayOf(startTime, timeZone) === date)
    return all.map((slot) => ({ ...slot, detail: clinicianOf(clinicians, slot)?.name }))
  }, [day, takenSlots, timeZone, date, clinicians])
  const names = new Set(visibleSlots.flatMap(({ detail }) => detail ?? []))
  const onlyClinician = names.size === 1 ? clinicians?.find(({ name }) => names.has(name)) : undefined
  const gridSlots = useMemo(
    () => (onlyClinician ? visibleSlots.map((slot) => ({ ...slot, detail: undefined })) : visibleSlots),
    [visibleSlots, onlyClinician],
  )
  const choose = useCallback(
    (slot: OfferedSlot) => {
      platform().haptic('light')
      dispatch({ type: 'slotChosen', slot })
    },
    [dispatch],
  )
  if (slots.isPending) return <SlotGridSkeleton />
  if (!slots.data) return null
  const holiday = holidayOn(holidays, date)
  return (
    <>
      <h2>{capitalize(formatLongDay(noonOf(date), 'UTC'))}</h2>
      {onlyClinician && (
        <p className={css.clinician}>
          <Avatar name={onlyClinician.name} photo={onlyClinician.photoUrl} />
          {onlyClinician.name}
        </p>
      )}
      {visibleSlots.length === 0 && (
        <p>{holiday ? t('booking.calendar.holiday', { name: holiday.name }) : t('booking.calendar.dayFull')}</p>
      )}
      <SlotGrid
        // A new key remounts the grid when the hour format changes.
        key={dateFormats.hours}
        slots={gridSlots}
        timeZone={timeZone}
        selected={selectedSlot?.startTime}
        onSelect={choose}
      />
    </>
  )
}

const clinicianOf = (clinicians: readonly BookableClinician[] | undefined, slot: OfferedSlot) =>
  clinicians?.find(({ id }) => id === slot.clinicianId)
