import type { ReactNode } from 'react'
import css from './Card.module.css'

/** A flat sheet with a hairline. `sunken` recedes instead. */
export function Card({ sunken, children }: { sunken?: boolean; children: ReactNode }) {
  return (
    <div className={css.card} data-sunken={sunken || undefined}>
      {children}
    </div>
  )
}

/** A part of a screen under its own heading. */
export function Section({ title, aside, children }: { title?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={css.section}>
      {title && (
        <div className={css.head}>
          <h2>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}

/** Fields and what follows them, at the distance of fields. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={css.stack}>{children}</div>
}
