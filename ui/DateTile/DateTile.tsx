import type { ReactNode } from 'react'
import { capitalize, formatRelativeDay, formatTime } from '../i18n/format.ts'
import css from './DateTile.module.css'
import { TileFrame } from './TileFrame.tsx'

interface DateTileProps {
  at: string | Date
  timeZone?: string | undefined
  /** Below the large text: clinician, duration or medium. */
  note?: ReactNode
  children?: ReactNode
}

/** A date and a large time on a sunken tile with an accent edge. */
export function DateTile({ at, timeZone, note, children }: DateTileProps) {
  return (
    <Tile above={capitalize(formatRelativeDay(at, timeZone))} numeral={formatTime(at, timeZone)} note={note}>
      {children}
    </Tile>
  )
}

interface TileProps {
  above: ReactNode
  numeral: ReactNode
  note?: ReactNode
  children?: ReactNode
}

/** The same tile for any current number, such as a queue position or a countdown. */
export function Tile({ above, numeral, note, children }: TileProps) {
  return (
    <TileFrame className={css.tile}>
      <p className={css.above}>{above}</p>
      <p className={css.numeral}>{numeral}</p>
      {note && <div className={css.note}>{note}</div>}
      {children && <div className={css.actions}>{children}</div>}
    </TileFrame>
  )
}
