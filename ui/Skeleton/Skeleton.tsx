import type { ReactNode } from 'react'
import { t } from '../i18n/messages.ts'
import css from './Skeleton.module.css'

/** Static placeholder lines, shown after 300 ms so that fast loads show none. `note` is a text for slow networks. */
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

/** Placeholder rows of a list. */
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
