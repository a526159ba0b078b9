import type { ReactNode } from 'react'
import { Icon, type IconName } from '../Icon/Icon.tsx'
import { Link } from '../Link/Link.tsx'
import css from './ListRow.module.css'

/** A card of rows with thin lines between them. */
export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={css.list} aria-label={label}>
      {children}
    </ul>
  )
}

interface ListRowProps {
  icon?: IconName | undefined
  /** Replaces the icon, such as a picture or an avatar. */
  media?: ReactNode
  title: ReactNode
  detail?: ReactNode
  /** At the end, such as a price or a chip. */
  aside?: ReactNode
  href?: string | undefined
  onClick?: (() => void) | undefined
}

/** A row that is a link or a button; plain text without `href` and `onClick`. */
export function ListRow({ icon, media, title, detail, aside, href, onClick }: ListRowProps) {
  const content = (
    <>
      {(media ?? icon) && (
        <span className={media ? css.media : css.icon}>{media ?? (icon && <Icon name={icon} />)}</span>
      )}
      <span className={css.text}>
        <span className={css.title}>{title}</span>
        {detail && <span className={css.detail}>{detail}</span>}
      </span>
      {aside && <span className={css.aside}>{aside}</span>}
      {(href ?? onClick) && (
        <span className={css.chevron}>
          <Icon name="chevron" size={20} />
        </span>
      )}
    </>
  )
  return (
    <li>
      {href ? (
        <Link href={href} className={css.row} onClick={onClick}>
          {content}
        </Link>
      ) : onClick ? (
        <button type="button" className={css.row} onClick={onClick}>
          {content}
        </button>
      ) : (
        <div className={css.row}>{content}</div>
      )}
    </li>
  )
}
