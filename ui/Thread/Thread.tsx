import type { ReactNode } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import css from './Thread.module.css'

export type KnotState = 'done' | 'now' | 'next' | 'failed' | 'cancelled'

export interface Knot {
  label: ReactNode
  state: KnotState
  detail?: ReactNode
  /** When it happened, in words. */
  time?: string | undefined
}

/** The thread: a vertical line with a node for each step of anything that happens in order. */
export function Thread({ knots, label }: { knots: readonly Knot[]; label?: string }) {
  return (
    <ol className={css.thread} aria-label={label}>
      {knots.map((knot, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a sequence; its place is what a knot is
          key={index}
          className={css.knot}
          data-state={knot.state}
          aria-current={knot.state === 'now' ? 'step' : undefined}
        >
          <span className={css.node} aria-hidden="true">
            {knot.state === 'done' && <Icon name="check" size={14} />}
            {(knot.state === 'failed' || knot.state === 'cancelled') && <Icon name="close" size={14} />}
          </span>
          <div className={css.text}>
            <span className={css.label}>
              {knot.label}
              <VisuallyHidden> ({t(`ui.thread.${knot.state}`)})</VisuallyHidden>
            </span>
            {knot.time && <span className={css.time}>{knot.time}</span>}
            {knot.detail && <div className={css.detail}>{knot.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The same line with numbers: how something works, before it has begun. */
export function Steps({ steps, label }: { steps: readonly ReactNode[]; label?: string }) {
  return (
    <ol className={css.thread} aria-label={label}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sequence; its place is what a step is
        <li key={index} className={css.knot} data-state="number">
          <span className={css.node} aria-hidden="true">
            {index + 1}
          </span>
          <div className={css.text}>{step}</div>
        </li>
      ))}
    </ol>
  )
}
