import type { ReactNode, Ref } from 'react'
import css from './WholePlace.module.css'

interface WholePlaceProps {
  title: string
  /** Beside the title: a way elsewhere, the time, how it stands. */
  beside?: ReactNode
  /** What is its own about the frame. */
  className?: string | undefined
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** A place without a list: its name, and one column that scrolls. */
export const WholePlace = ({ title, beside, className = '', ref, children }: WholePlaceProps) => (
  <div className={`${css.place} ${className}`} ref={ref}>
    <header className={css.head}>
      <h1>{title}</h1>
      {beside}
    </header>
    {children}
  </div>
)
