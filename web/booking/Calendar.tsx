import type { Product } from '@cuida/core/catalogue/product.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { CalendarStrip } from '@cuida/ui/CalendarStrip/CalendarStrip.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { ErrorState } from '@cuida/ui/ErrorState/ErrorState.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { clockTime, dayOf } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { pathOf } from '../routes.ts'
import css from './Calendar.module.css'
import { type BookableClinician, ClinicianList } from './ClinicianList.tsx'
import type { Notice } from './calendar.ts'
import { DaySlots } from './DaySlots.tsx'
import { useCalendar } from './use-calendar.ts'

interface CalendarProps {
  product: Product
  clinician: BookableClinician
  /** Everybody who offers the product. */
  all: readonly BookableClinician[]
}

export function Calendar({ product, clinician, all }: CalendarProps) {
  const { state, dispatch, week, slots, day, reserve, isHolding } = useCalendar(product, clinician)
  const { timeZone } = clinician
  const { earlier, later } = week
  const openDay = (date: string) => dispatch({ type: 'dayOpened', date })
  const free = (date: string) => slots.data && (slots.data.days.find((each) => each.date === date)?.slots.length ?? 0)
  const label = state.chosen && clockTime(state.chosen.startTime, timeZone)
  const here = state.chosen && clockTime(state.chosen.startTime)
  return (
    <Screen
      title={clinician.name}
      heading={<Heading clinician={clinician} />}
      lead={clinician.specialty}
      action={
        <>
          {state.notice && state.notice.kind !== 'timeout' && <NoticeAlert notice={state.notice} timeZone={timeZone} />}
          {here && here !== label && (
            <p className={css.elsewhere}>{t('booking.calendar.zoneElsewhere', { time: here })}</p>
          )}
          <Button variant="primary" busy={isHolding} onClick={reserve}>
            {label ? t('booking.calendar.reserve', { time: label }) : t('booking.calendar.pick')}
          </Button>
        </>
      }
    >
      <Others productSlug={product.slug} clinician={clinician} all={all} />
      {state.notice?.kind === 'timeout' && <NoticeAlert notice={state.notice} timeZone={timeZone} />}
      {slots.isError && !slots.data && (
        <ErrorState
          title={t('booking.calendar.failed')}
          busy={slots.isFetching}
          onAction={() => void slots.refetch()}
        />
      )}
      {slots.data && slots.data.nextFree === null && <Alert tone="info" title={t('booking.calendar.full')} />}
      <CalendarStrip
        label={t('booking.calendar.title')}
        days={week.days.map((date) => ({ date, free: free(date) }))}
        selected={state.date}
        onSelect={openDay}
        timeZone={timeZone}
        onEarlier={earlier ? () => openDay(earlier) : undefined}
        onLater={later ? () => openDay(later) : undefined}
        nextFree={slots.data?.nextFree}
        onNextFree={(moment) => openDay(dayOf(moment, timeZone))}
      />
      <DaySlots
        {...{ state, timeZone }}
        slots={day?.slots}
        isLoading={slots.isPending}
        onSelect={(slot) => dispatch({ type: 'slotChosen', slot })}
      />
    </Screen>
  )
}

function Heading({ clinician: { name, photoUrl } }: { clinician: BookableClinician }) {
  return (
    <span className={css.heading}>
      <Avatar name={name} photo={photoUrl} size={64} />
      {name}
    </span>
  )
}

/** The way to the clinician's profile, and to somebody else's calendar. */
function Others({ productSlug, clinician, all }: Omit<CalendarProps, 'product'> & { productSlug: string }) {
  const [isOpen, setOpen] = useState(false)
  const others = all.filter(({ id }) => id !== clinician.id)
  return (
    <div className={css.others}>
      <LinkButton variant="link" fit href={pathOf('clinicianProfile', { id: clinician.id }, { product: productSlug })}>
        {t('booking.calendar.profile')}
      </LinkButton>
      {others.length > 0 && (
        <Button variant="link" fit onClick={() => setOpen(true)}>
          {t('booking.calendar.change')}
        </Button>
      )}
      <Dialog open={isOpen} title={t('booking.calendar.changeTitle')} onClose={() => setOpen(false)}>
        <ClinicianList clinicians={others} productSlug={productSlug} />
      </Dialog>
    </div>
  )
}

function NoticeAlert({ notice, timeZone }: { notice: Notice; timeZone: string }) {
  const time = 'slot' in notice ? clockTime(notice.slot.startTime, timeZone) : ''
  return (
    <Alert
      tone={notice.kind === 'holdFailed' ? 'danger' : 'warning'}
      title={t(`booking.calendar.${notice.kind}`, { time })}
    />
  )
}
