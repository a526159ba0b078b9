import { t } from '../i18n/messages.ts'
import css from './Spinner.module.css'

/**
 * Three connecting dots, the only looping animation (product 11.4). With reduced motion they stand still beside a
 * text.
 */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className={css.spinner}>
      <span className={css.dots} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className={label ? undefined : css.word}>{label ?? t('ui.loading')}</span>
    </span>
  )
}
