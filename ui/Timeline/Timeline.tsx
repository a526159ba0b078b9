import type { ReactNode } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { t } from '../i18n/messages.ts'
import { VisuallyHidden } from '../VisuallyHidden/VisuallyHidden.tsx'
import css from './Timeline.module.css'

export type TimelineStepState = 'done' | 'now' | 'next' | 'failed' | 'cancelled'

export interface TimelineStep {
  label: ReactNode
  state: TimelineStepState
  detail?: ReactNode
  /** The formatted time of the step. */
  time?: string | undefined
}

/** A vertical line with a node for each step of a process. */
export function Timeline({ steps, label }: { steps: readonly TimelineStep[]; label?: string }) {
  return (
    <ol className={css.timeline} aria-label={label}>
      {steps.map((step, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a sequence; the index identifies a step
          key={index}
          className={css.step}
          data-state={step.state}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <span className={css.node} aria-hidden="true">
            {step.state === 'done' && <Icon name="check" size={14} />}
            {(step.state === 'failed' || step.state === 'cancelled') && <Icon name="close" size={14} />}
          </span>
          <div className={css.text}>
            <span className={css.label}>
              {step.label}
              <VisuallyHidden> ({t(`ui.timeline.${step.state}`)})</VisuallyHidden>
            </span>
            {step.time && <span className={css.time}>{step.time}</span>}
            {step.detail && <div className={css.detail}>{step.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** A timeline with numbered steps, for instructions. */
export function Steps({ steps, label }: { steps: readonly ReactNode[]; label?: string }) {
  return (
    <ol className={css.timeline} aria-label={label}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sequence; the index identifies a step
        <li key={index} className={css.step} data-state="number">
          <span className={css.node} aria-hidden="true">
            {index + 1}
          </span>
          <div className={css.text}>{step}</div>
        </li>
      ))}
    </ol>
  )
}
