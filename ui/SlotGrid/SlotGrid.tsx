import { Announcement, VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import { clockTime } from '../words/format.ts'
import { t } from '../words/words.ts'
import css from './SlotGrid.module.css'

export interface Slot {
  startTime: string
  endTime: string
  lockedByYou?: boolean
  /** Somebody was faster: shown struck through until the next load. */
  taken?: boolean
}

interface SlotGridProps<S extends Slot> {
  /** Of one day. */
  slots: readonly S[]
  timeZone: string
  /** `startTime` of the chosen one. */
  selected?: string | undefined
  onSelect: (slot: S) => void
}

/** The hours of one day as buttons, by morning, afternoon and night. */
export function SlotGrid<S extends Slot>({ slots, timeZone, selected, onSelect }: SlotGridProps<S>) {
  const ofPart = (part: string) => slots.filter(({ startTime }) => partOfDay(clockTime(startTime, timeZone)) === part)
  return (
    <div className={css.day}>
      {PARTS.filter((part) => ofPart(part).length > 0).map((part) => (
        <section key={part} className={css.part}>
          <h2>{t(`ui.slots.${part}`)}</h2>
          <ul className={css.grid}>
            {ofPart(part).map((slot) => (
              <li key={slot.startTime}>
                <SlotButton
                  slot={slot}
                  timeZone={timeZone}
                  chosen={slot.startTime === selected}
                  onSelect={() => onSelect(slot)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Announcement>{slots.some(({ taken }) => taken) && t('ui.slots.takenNote')}</Announcement>
    </div>
  )
}

interface SlotButtonProps {
  slot: Slot
  timeZone: string
  chosen: boolean
  onSelect: () => void
}

function SlotButton({ slot, timeZone, chosen, onSelect }: SlotButtonProps) {
  const time = <time dateTime={slot.startTime}>{clockTime(slot.startTime, timeZone)}</time>
  if (slot.taken) {
    return (
      <span className={css.slot} data-state="taken">
        <s>{time}</s>
        <span className={css.note}>{t('ui.slots.taken')}</span>
      </span>
    )
  }
  return (
    <button type="button" className={css.slot} aria-pressed={chosen} onClick={onSelect}>
      {time}
      {slot.lockedByYou &&
        (chosen ? (
          <VisuallyHidden>{t('ui.slots.yours')}</VisuallyHidden>
        ) : (
          <span className={css.note}>{t('ui.slots.yours')}</span>
        ))}
    </button>
  )
}

/** The same shape while the hours load: nothing moves when they come. */
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

function partOfDay(time: string): (typeof PARTS)[number] {
  if (time < '12:00') return 'morning'
  return time < '20:00' ? 'afternoon' : 'night'
}
