import { SlotGrid, SlotGridSkeleton } from '@cuida/ui/SlotGrid/SlotGrid.tsx'
import { dayOf, longDay, noonOf, startWithCapital } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import type { Slot } from './booking.ts'
import { type Choosing, withTaken } from './calendar.ts'

interface DaySlotsProps {
  state: Choosing
  timeZone: string
  slots: readonly (Slot & { lockedByYou: boolean })[] | undefined
  isLoading: boolean
  onSelect: (slot: Slot) => void
}

/** The times of the open day, with those that were lost before our eyes. */
export function DaySlots({ state, timeZone, slots, isLoading, onSelect }: DaySlotsProps) {
  const { date, chosen, taken } = state
  if (isLoading) return <SlotGridSkeleton />
  const shown = withTaken(slots ?? [], taken, ({ startTime }) => dayOf(startTime, timeZone) === date)
  return (
    <>
      <h2>{startWithCapital(longDay(noonOf(date), 'UTC'))}</h2>
      {shown.length === 0 && <p>{t('booking.calendar.dayFull')}</p>}
      <SlotGrid slots={shown} timeZone={timeZone} selected={chosen?.startTime} onSelect={onSelect} />
    </>
  )
}
