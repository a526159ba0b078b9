import type { Media } from '@cuida/core/brand/strapi.ts'
import css from './Drawing.module.css'

/**
 * A line drawing of the content in the brand's colour, whatever the file's own. Decorative: text stands beside it.
 */
export function Drawing({ file, size = 24 }: { file: Media | null; size?: 24 | 32 | 40 }) {
  if (!file) return null
  return (
    <span className={css.box} data-size={size} aria-hidden="true">
      <span className={css.drawing} style={{ '--file': `url("${file.url}")` }} />
    </span>
  )
}
