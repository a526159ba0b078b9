import type { ReactNode } from 'react'
import { t } from '../i18n/messages.ts'
import css from './Skeleton.module.css'

/** Still boxes in the place of lines, after 300 ms: what is fast shows none. `note` is a word for slow networks. */
export function Skeleton({ lines = 3, note }: { lines?: number; note?: ReactNode }) {
  return (
    <div className={css.skeleton} aria-busy="true">
      <p className={note ? css.note : css.unseen} role="status">
        {note ?? t('ui.loading')}
      </p>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: boxes without meaning
        <span key={index} className={css.line} aria-hidden="true" />
      ))}
    </div>
  )
}

/** Rows of a list while it loads. */
export function SkeletonRows({ rows = 3 }: { rows?: number }) {
  return (
    <div className={css.skeleton} aria-busy="true">
      <p className={css.unseen} role="status">
        {t('ui.loading')}
      </p>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: boxes without meaning
        <span key={index} className={css.row} aria-hidden="true" />
      ))}
    </div>
  )
}
