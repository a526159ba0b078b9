import type { ReactNode } from 'react'
import { Button } from '../Button/Button.tsx'
import { Icon } from '../Icon/Icon.tsx'
import { clockTime } from '../words/basic.ts'
import { t } from '../words/words.ts'
import css from './ErrorState.module.css'

interface ErrorStateProps {
  /** What happened. Said for us when absent. */
  title?: ReactNode
  /** What to do. */
  children?: ReactNode
  /** Words of the button; "Reintentar" when absent. */
  action?: ReactNode
  onAction?: (() => void) | undefined
  busy?: boolean
  /** Older data is still on the screen below: from when. */
  dataFrom?: string | number | Date | undefined
}

/** Something did not load: cause, way out, and how old what is still shown is. */
export function ErrorState({ title, children, action, onAction, busy, dataFrom }: ErrorStateProps) {
  return (
    <div className={css.error} role="alert">
      <Icon name="warning" size={28} />
      <div className={css.words}>
        <p className={css.title}>{title ?? t('ui.error.title')}</p>
        {children && <div>{children}</div>}
        {dataFrom !== undefined && <p>{t('ui.error.dataFrom', { time: clockTime(dataFrom) })}</p>}
        {onAction && (
          <Button fit busy={busy} icon="refresh" onClick={onAction}>
            {action ?? t('ui.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}
