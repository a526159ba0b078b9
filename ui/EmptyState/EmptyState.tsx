import type { ReactNode } from 'react'
import css from './EmptyState.module.css'

interface EmptyStateProps {
  /** A decorative line drawing. */
  drawing?: ReactNode
  /** One sentence. */
  title: ReactNode
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

/** The state of an empty list: a drawing, one sentence, one action. */
export function EmptyState({ drawing, title, children, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      <span className={css.drawing} aria-hidden="true">
        {drawing ?? <EmptyMark />}
      </span>
      <p className={css.title}>{title}</p>
      {children && <div className={css.text}>{children}</div>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}

/** The brand's drawing for an empty state: a timeline with one open node. */
function EmptyMark() {
  return (
    <svg viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">
      <rect x="14" y="12" width="68" height="72" rx="12" />
      <path d="M34 30v10M34 52v20" />
      <circle cx="34" cy="46" r="6" />
      <path d="M50 46h20M50 30h12M50 66h16" />
    </svg>
  )
}
