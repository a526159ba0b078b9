import type { ReactNode } from 'react'
import css from './VisuallyHidden.module.css'

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={css.hidden}>{children}</span>
}

/** A live region. `assertive` interrupts the screen reader: for calls and lost time only. */
export function Announcement({ children, assertive = false }: { children?: ReactNode; assertive?: boolean }) {
  return (
    <span className={css.hidden} role={assertive ? 'alert' : 'status'}>
      {children}
    </span>
  )
}
