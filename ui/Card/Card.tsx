import type { ReactNode } from 'react'
import css from './Card.module.css'

/** A flat surface with a thin border. `sunken` recedes instead. */
export function Card({ sunken, children }: { sunken?: boolean; children: ReactNode }) {
  return (
    <div className={css.card} data-sunken={sunken || undefined}>
      {children}
    </div>
  )
}

/** A section of a screen with its own heading. */
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

/** Stacks fields and other content with the spacing of a form. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={css.stack}>{children}</div>
}
