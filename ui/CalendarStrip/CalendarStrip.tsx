import { useEffect, useId, useRef } from 'react'
import { Button, IconButton } from '../Button/Button.tsx'
import {
  capitalize,
  formatLongDay,
  formatRelativeDay,
  formatRelativeMoment,
  formatShortDay,
  formatShortWeekday,
  formatTimeZone,
  noonOf,
} from '../i18n/format.ts'
import { t } from '../i18n/messages.ts'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import css from './CalendarStrip.module.css'

export interface StripDay {
  /** YYYY-MM-DD */
  date: string
  /** The number of free slots; undefined while they load. */
  free?: number | undefined
}

interface CalendarStripProps {
  label: string
  /** The days of one page, usually a week. */
  days: readonly StripDay[]
  selected: string
  onSelect: (date: string) => void
  timeZone: string
  /** Undefined when there is no earlier or later page. */
  onEarlier?: (() => void) | undefined
  onLater?: (() => void) | undefined
  /** The next free slot, offered when the chosen day has none. */
  nextFree?: string | null | undefined
  onNextFree?: (moment: string) => void
}

/** Days as radio buttons, one page at a time, each with its number of free slots. */
export function CalendarStrip(props: CalendarStripProps) {
  const { label, days, selected, onSelect, timeZone, onEarlier, onLater, nextFree, onNextFree } = props
  const group = useId()
  const selectedDay = days.find(({ date }) => date === selected)
  const strip = useChosenInView(selected)
  return (
    <div className={css.calendar}>
      <div className={css.page}>
        <IconButton icon="back" label={t('ui.calendar.earlier')} aria-disabled={!onEarlier} onClick={onEarlier} />
        <span className={css.range} aria-live="polite">
          {formatDayRange(days)}
        </span>
        <IconButton icon="chevron" label={t('ui.calendar.later')} aria-disabled={!onLater} onClick={onLater} />
      </div>
      <div className={css.strip} role="radiogroup" aria-label={label} ref={strip}>
        {days.map((day) => (
          <DayRadio
            key={day.date}
            day={day}
            group={group}
            checked={day.date === selected}
            onSelect={() => onSelect(day.date)}
          />
        ))}
      </div>
      <p className={css.zone}>{formatTimeZone(timeZone, noonOf(selected))}</p>
      {selectedDay?.free === 0 && nextFree && onNextFree && (
        <Button variant="link" icon="clock" onClick={() => onNextFree(nextFree)}>
          {t('ui.calendar.nextFree', { moment: formatRelativeMoment(nextFree, timeZone) })}
        </Button>
      )}
    </div>
  )
}

interface DayRadioProps {
  day: StripDay
  group: string
  checked: boolean
  onSelect: () => void
}

function DayRadio({ day, group, checked, onSelect }: DayRadioProps) {
  const noon = noonOf(day.date)
  const near = formatRelativeDay(noon, 'UTC')
  const isToday = near !== formatLongDay(noon, 'UTC')
  return (
    <label className={css.day} data-empty={day.free === 0 || undefined}>
      <input type="radio" name={group} className={css.input} checked={checked} onChange={onSelect} />
      <VisuallyHidden>{formatLongDay(noon, 'UTC')}, </VisuallyHidden>
      <span className={css.weekday} aria-hidden="true">
        {isToday && near.length < 7 ? near : formatShortWeekday(noon, 'UTC')}
      </span>
      <span className={css.number} aria-hidden="true">
        {noon.getUTCDate()}
      </span>
      <span className={css.free}>{day.free === undefined ? '…' : t('ui.calendar.free', { count: day.free })}</span>
    </label>
  )
}

function formatDayRange(days: readonly StripDay[]): string {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return ''
  return capitalize(`${formatShortDay(noonOf(first.date), 'UTC')} – ${formatShortDay(noonOf(last.date), 'UTC')}`)
}

function useChosenInView(selected: string) {
  const strip = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another day is chosen
  useEffect(() => {
    const box = strip.current
    const day = strip.current?.querySelector<HTMLElement>('input:checked')?.parentElement
    // Scrolls only the strip: `scrollIntoView` would scroll the page as well.
    if (box && day) box.scrollLeft = day.offsetLeft - (box.clientWidth - day.offsetWidth) / 2
  }, [selected])
  return strip
}
