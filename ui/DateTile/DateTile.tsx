import type { ReactNode } from 'react'
import { capitalize, formatRelativeDay, formatTime } from '../i18n/format.ts'
import css from './DateTile.module.css'
import { TileFrame } from './TileFrame.tsx'

interface DateTileProps {
  at: string | Date
  timeZone?: string | undefined
  /** Beside the text, such as the clinician's photo. */
  media?: ReactNode
  /** Below the large text: clinician, duration or medium. */
  note?: ReactNode
  children?: ReactNode
}

/** A date and a large time on a sunken tile with an accent edge. */
export function DateTile({ at, timeZone, media, note, children }: DateTileProps) {
  return (
    <Tile
      above={capitalize(formatRelativeDay(at, timeZone))}
      numeral={formatTime(at, timeZone)}
      media={media}
      note={note}
    >
      {children}
    </Tile>
  )
}

interface TileProps {
  above: ReactNode
  numeral: ReactNode
  media?: ReactNode
  note?: ReactNode
  children?: ReactNode
}

/** The same tile for any current number, such as a queue position or a countdown. */
export function Tile({ above, numeral, media, note, children }: TileProps) {
  return (
    <TileFrame className={css.tile}>
      {media ? (
        <div className={css.beside}>
          {media}
          <div className={css.text}>
            <TileText above={above} numeral={numeral} note={note} />
          </div>
        </div>
      ) : (
        <TileText above={above} numeral={numeral} note={note} />
      )}
      {children && <div className={css.actions}>{children}</div>}
    </TileFrame>
  )
}

const TileText = ({ above, numeral, note }: TileProps) => (
  <>
    <p className={css.above}>{above}</p>
    <p className={css.numeral}>{numeral}</p>
    {note && <div className={css.note}>{note}</div>}
  </>
)
