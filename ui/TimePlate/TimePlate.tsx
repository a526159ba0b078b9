import type { ReactNode } from 'react'
import { capitalize, formatRelativeDay, formatTime } from '../i18n/format.ts'
import { PlateFrame } from './PlateFrame.tsx'
import css from './TimePlate.module.css'

interface TimePlateProps {
  /** The moment that matters. */
  at: string | Date
  timeZone?: string | undefined
  /** Below the numeral: who, how long, which medium. */
  note?: ReactNode
  /** Buttons. */
  children?: ReactNode
}

/** Times are the heroes: the day in words, the hour large, in a sunken plate with an accent edge. */
export function TimePlate({ at, timeZone, note, children }: TimePlateProps) {
  return (
    <Plate above={capitalize(formatRelativeDay(at, timeZone))} numeral={formatTime(at, timeZone)} note={note}>
      {children}
    </Plate>
  )
}

interface PlateProps {
  above: ReactNode
  numeral: ReactNode
  note?: ReactNode
  children?: ReactNode
}

/** The same plate for any numeral that matters now: a place in the queue, a countdown. */
export function Plate({ above, numeral, note, children }: PlateProps) {
  return (
    <PlateFrame className={css.plate}>
      <p className={css.above}>{above}</p>
      <p className={css.numeral}>{numeral}</p>
      {note && <div className={css.note}>{note}</div>}
      {children && <div className={css.actions}>{children}</div>}
    </PlateFrame>
  )
}
