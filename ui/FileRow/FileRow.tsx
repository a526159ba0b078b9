import type { ReactNode } from 'react'
import { Icon } from '../Icon/Icon.tsx'
import { currentLocale } from '../i18n/messages.ts'
import css from './FileRow.module.css'

interface FileRowProps {
  /** The URL of a preview. */
  thumbnail?: string | undefined
  name: ReactNode
  /** Size and time, upload progress, or why the file was refused. */
  detail: ReactNode
  isProblem?: boolean
  /** From 0 to 1, during an upload. */
  progress?: number | undefined
  onOpen?: (() => void) | undefined
  actions?: ReactNode
}

/** A file with its state and actions. */
export function FileRow({ thumbnail, name, detail, isProblem, progress, onOpen, actions }: FileRowProps) {
  const content = (
    <>
      <span className={css.picture}>
        {thumbnail ? <img src={thumbnail} alt="" width={48} height={48} /> : <Icon name="file" />}
      </span>
      <span className={css.text}>
        <span className={css.name}>{name}</span>
        <span className={css.detail} data-problem={isProblem || undefined}>
          {detail}
        </span>
      </span>
      {onOpen && <Icon name="chevron" size={20} />}
    </>
  )
  return (
    <li className={css.item}>
      {onOpen ? (
        <button type="button" className={css.row} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <div className={css.row}>{content}</div>
      )}
      {progress !== undefined && (
        <div className={css.bar} aria-hidden="true">
          <span style={{ '--done': progress }} />
        </div>
      )}
      {actions && <div className={css.actions}>{actions}</div>}
    </li>
  )
}

export function FileList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.list} aria-label={label}>
      {children}
    </ul>
  )
}

/** `1,2 MB` or `340 kB`, at least one unit. */
export function formatFileSize(bytes: number): string {
  const [value, unit] = bytes >= 1e6 ? [bytes / 1e6, 'megabyte'] : [Math.max(1, bytes / 1e3), 'kilobyte']
  const maximumFractionDigits = unit === 'megabyte' ? 1 : 0
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, maximumFractionDigits }).format(value)
}
