import { localTime } from '@cuida/core/kit/zone.ts'
import { memo, type ReactNode, useMemo } from 'react'
import { formatTime } from '../i18n/format.ts'
import { t } from '../i18n/messages.ts'
import { Announcement, VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import css from './SlotGrid.module.css'

export interface Slot {
  startTime: string
  endTime: string
  lockedByYou?: boolean
  /** Below the time: the clinician. */
  detail?: string | undefined
  /** Another patient booked it: struck through until the next load. */
  taken?: boolean
}

interface SlotGridProps<S extends Slot> {
  /** Of one day. */
  slots: readonly S[]
  timeZone: string
  /** The `startTime` of the chosen slot. */
  selected?: string | undefined
  onSelect: (slot: S) => void
}

/** A day's slots as buttons, by morning, afternoon and night. Memoised, as a day may have a hundred. */
export const SlotGrid = memo(function SlotGrid<S extends Slot>({
  slots,
  timeZone,
  selected,
  onSelect,
}: SlotGridProps<S>) {
  const parts = useMemo(() => partsOf(slots, timeZone), [slots, timeZone])
  return (
    <div className={css.day}>
      {parts.map(({ part, times }) => (
        <section key={part} className={css.part}>
          <h2>{t(`ui.slots.${part}`)}</h2>
          <ul className={css.grid}>
            {times.map(({ slot, clock, key }) => (
              <li key={key}>
                <SlotButton
                  slot={slot}
                  clock={clock}
                  chosen={slot.startTime === selected}
                  onSelect={onSelect as (slot: Slot) => void}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Announcement>{slots.some(({ taken }) => taken) && t('ui.slots.takenNote')}</Announcement>
    </div>
  )
}) as <S extends Slot>(props: SlotGridProps<S>) => ReactNode

interface SlotButtonProps {
  slot: Slot
  /** "16:20" */
  clock: string
  chosen: boolean
  onSelect: (slot: Slot) => void
}

/** Memoised: a choice draws two of a hundred buttons again. */
const SlotButton = memo(function SlotButton({ slot, clock, chosen, onSelect }: SlotButtonProps) {
  const time = <time dateTime={slot.startTime}>{clock}</time>
  if (slot.taken) {
    return (
      <span className={css.slot} data-state="taken">
        <s>{time}</s>
        <span className={css.note}>{t('ui.slots.taken')}</span>
      </span>
    )
  }
  return (
    <button type="button" className={css.slot} aria-pressed={chosen} onClick={() => onSelect(slot)}>
      {time}
      {slot.detail && <span className={css.note}>{slot.detail}</span>}
      {slot.lockedByYou &&
        (chosen ? (
          <VisuallyHidden>{t('ui.slots.yours')}</VisuallyHidden>
        ) : (
          <span className={css.note}>{t('ui.slots.yours')}</span>
        ))}
    </button>
  )
})

/** Keeps the layout while the slots load, so that nothing shifts. */
export function SlotGridSkeleton() {
  return (
    <div className={css.day} aria-busy="true">
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      <ul className={css.grid} aria-hidden="true">
        {Array.from({ length: 9 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nine equal boxes
          <li key={index} className={css.ghost} />
        ))}
      </ul>
    </div>
  )
}

const PARTS = ['morning', 'afternoon', 'night'] as const

/**
 * The parts of the day that have slots. A slot's key is its time of day, so that another day reuses the buttons; when
 * clocks go back, an hour occurs twice.
 */
function partsOf<S extends Slot>(slots: readonly S[], timeZone: string) {
  const seen = new Set<string>()
  const times = slots.map((slot) => {
    const clock = formatTime(slot.startTime, timeZone)
    const key = seen.has(clock) ? slot.startTime : clock
    seen.add(clock)
    return { slot, clock, key, part: partOfDay(localTime(timeZone, new Date(slot.startTime)).time) }
  })
  const groups = PARTS.map((part) => ({ part, times: times.filter((time) => time.part === part) }))
  return groups.filter(({ times }) => times.length > 0)
}

function partOfDay(time: string): (typeof PARTS)[number] {
  if (time < '12:00') return 'morning'
  return time < '20:00' ? 'afternoon' : 'night'
}
